package io.takt.steward.check.rooted;

/** One of its implementations. */
public class Circle implements Shape {
    @Override
    public double area() {
        return Math.cbrt(2);
    }

    double unreached() {
        return Math.log(2);
    }
}
