package io.takt.steward.check.rooted;

/** What the root calls. */
public interface Shape {
    double area();
}
