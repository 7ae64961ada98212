package io.takt.hakoniwa.read;

/**
 * A service: a server that answers requests of clients.
 *
 * @param name         unique in its file.
 * @param requestBytes size of a request, with its header.
 * @param answerBytes  size of an answer, likewise.
 * @param requests     the channel of a hub from clients to the server.
 * @param answers      the channel back.
 */
public record Service(String name, int requestBytes, int answerBytes, String requests, String answers) {
}
