package io.takt.steward.check.rooted;

/** Called by the root. */
public interface Shape {
    double area();
}
