package io.takt.steward.scenario;

import io.takt.steward.Codec;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;

/**
 * The spheres in a box of the grid, as they are: null for none, a sphere, or an array of two or more. Most boxes have
 * one at most, so a search comes to it without an array on the way.
 */
final class Members {
    static final Codec<Object> CODEC = Codec.of(Members::write, Members::read);

    private Members() {
    }

    static int count(final Object members) {
        return members == null ? 0 : members instanceof Sphere ? 1 : ((Sphere[]) members).length;
    }

    static Sphere get(final Object members, final int index) {
        return members instanceof Sphere ? (Sphere) members : ((Sphere[]) members)[index];
    }

    static Object with(final Object members, final Sphere more) {
        if (members == null) {
            return more;
        }
        if (members instanceof Sphere) {
            return new Sphere[] {(Sphere) members, more};
        }
        final Sphere[] all = (Sphere[]) members;
        final Sphere[] longer = Arrays.copyOf(all, all.length + 1);
        longer[all.length] = more;
        return longer;
    }

    /** Without the one with a number, which must be there. */
    static Object without(final Object members, final int number) {
        if (members instanceof Sphere) {
            return null;
        }
        final Sphere[] all = (Sphere[]) members;
        if (all.length == 2) {
            return all[all[0].number() == number ? 1 : 0];
        }
        final Sphere[] left = new Sphere[all.length - 1];
        int kept = 0;
        for (final Sphere member : all) {
            if (member.number() != number) {
                left[kept++] = member;
            }
        }
        return left;
    }

    /** With the one of the same number as it is now. */
    static Object turned(final Object members, final Sphere now) {
        if (members instanceof Sphere) {
            return now;
        }
        final Sphere[] all = ((Sphere[]) members).clone();
        for (int i = 0; i < all.length; i++) {
            if (all[i].number() == now.number()) {
                all[i] = now;
            }
        }
        return all;
    }

    static boolean same(final Object one, final Object other) {
        return one instanceof Sphere[] ? other instanceof Sphere[] && Arrays.equals((Sphere[]) one, (Sphere[]) other)
            : one.equals(other);
    }

    private static void write(final Object members, final StateOutput out) {
        out.writeInt(count(members));
        for (int i = 0; i < count(members); i++) {
            get(members, i).write(out);
        }
    }

    private static Object read(final StateInput in) {
        Object members = null;
        for (int left = in.readInt(); left > 0; left--) {
            members = with(members, Sphere.read(in));
        }
        return members;
    }
}
