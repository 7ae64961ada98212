package io.takt.steward;

/** A predictor that is made of a function. */
record NamedPredictor<V>(
    String name, long id, CellType<V> subject, Asking asking, Predictor.Answer<V> answer) implements Predictor<V> {
    @Override
    public void predict(final Cell<V> cell, final Forecast forecast) {
        answer.predict(cell, forecast);
    }
}
