package io.takt.hub.command;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes trouble with a file in words: the JDK's exceptions say which file, and leave the rest to their class. */
public final class FileTrouble {
    private FileTrouble() {
    }

    /**
     * Whether an exception needs words.
     *
     * @param e any.
     * @return true when its message is the name of a file and no more.
     */
    static boolean isMute(final Exception e) {
        return e instanceof FileSystemException file && e.getMessage().equals(file.getFile());
    }

    /**
     * The trouble in words.
     *
     * @param e any.
     * @return which file and fault; the message, of an exception that has a good one.
     */
    public static String inWords(final Exception e) {
        if (!isMute(e)) {
            return e.getMessage();
        }
        final String what = e instanceof NoSuchFileException ? "does not exist, and cannot be made"
            : e instanceof AccessDeniedException ? "cannot be read or written by you"
            : e instanceof FileAlreadyExistsException ? "is there, but is no directory" : "cannot be used";
        return e.getMessage() + " " + what;
    }
}
