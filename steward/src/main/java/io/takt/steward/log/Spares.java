package io.takt.steward.log;

/** Some answers that nothing refers to any more, to become others. */
final class Spares {
    private final Answer[] answers = new Answer[16];
    private int count;

    /** Keeps one, if there is room. */
    void add(final Answer answer) {
        if (count < answers.length && answer != Answer.NONE) {
            answer.letGo();
            answers[count++] = answer;
        }
    }

    /** One of them, which is kept no more; null if there is none. */
    Answer take() {
        if (count == 0) {
            return null;
        }
        final Answer spare = answers[--count];
        answers[count] = null;
        return spare;
    }
}
