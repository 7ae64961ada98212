package io.takt.steward.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OrderedMapTest {
    private static final Codec<String> VALUES =
        Codec.of((value, out) -> out.writeString(value), StateInput::readString);
    private static final Codec<OrderedMap<Long, String>> MAPS = OrderedMap.codec(Keys.longs(), VALUES);
    private static final Codec<OrderedSet<String>> SETS = OrderedSet.codec(Keys.strings());

    @Test
    void does_what_a_tree_map_does_and_leaves_older_maps_as_they_were() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 15; run++) {
            final TreeMap<Long, String> model = new TreeMap<>();
            OrderedMap<Long, String> map = OrderedMap.empty(Keys.longs());
            final List<OrderedMap<Long, String>> older = new ArrayList<>();
            final List<TreeMap<Long, String>> olderModels = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                final long key = random.nextInt(-50, 50);
                if (random.nextInt(3) > 0) {
                    final String value = "v" + random.nextInt(3);
                    final boolean same = value.equals(model.put(key, value));
                    final OrderedMap<Long, String> next = map.with(key, value);
                    assertThat(next == map).isEqualTo(same);
                    map = next;
                } else {
                    final boolean absent = model.remove(key) == null;
                    final OrderedMap<Long, String> next = map.without(key);
                    assertThat(next == map).isEqualTo(absent);
                    map = next;
                }
                final long asked = random.nextInt(-55, 55);
                assertThat(map.get(asked)).isEqualTo(model.get(asked));
                assertThat(map.contains(asked)).isEqualTo(model.containsKey(asked));
                assertThat(map.ceilingKey(asked)).isEqualTo(model.ceilingKey(asked));
                assertThat(map.floorKey(asked)).isEqualTo(model.floorKey(asked));
                assertThat(map.from(asked)).containsExactlyElementsOf(model.tailMap(asked).entrySet());
                older.add(map);
                olderModels.add(new TreeMap<>(model));
            }
            for (int i = 0; i < older.size(); i++) {
                sameContents(older.get(i), olderModels.get(i));
            }
        }
    }

    @Test
    void is_the_same_whatever_the_history_down_to_its_shape() {
        final SplittableRandom random = new SplittableRandom(2);
        for (int run = 0; run < 80; run++) {
            final List<Long> keys = new ArrayList<>(new TreeSet<>(
                random.longs(random.nextInt(1, 80), 0, 1000).boxed().toList()));
            OrderedMap<Long, String> straight = OrderedMap.empty(Keys.longs());
            for (final Long key : keys) {
                straight = straight.with(key, "v" + key);
            }
            OrderedMap<Long, String> devious = OrderedMap.empty(Keys.longs());
            final List<Long> left = new ArrayList<>(keys);
            while (!left.isEmpty()) {
                final Long key = left.remove(random.nextInt(left.size()));
                devious = devious.with(1000L + random.nextInt(50), "gone").with(key, "other").with(key, "v" + key);
            }
            for (long key = 1000; key < 1050; key++) {
                devious = devious.without(key);
            }
            assertThat(devious).isEqualTo(straight).hasSameHashCodeAs(straight).hasToString(straight.toString());
            assertThat(digest(devious)).isEqualTo(digest(straight));
            final Long some = keys.get(random.nextInt(keys.size()));
            assertThat(devious.with(some, "changed")).isNotEqualTo(straight);
            assertThat(devious.without(some)).isNotEqualTo(straight);
            assertThat(straight.without(some)).isEqualTo(devious.without(some));
        }
    }

    @Test
    void is_read_as_it_was_written() {
        OrderedMap<Long, String> map = OrderedMap.empty(Keys.longs());
        for (long key = 0; key < 100; key++) {
            map = map.with(key * key - 70, "v" + key);
            final StateOutput out = new StateOutput();
            MAPS.write(map, out);
            assertThat(MAPS.read(new StateInput(out.toByteArray(), null, null))).isEqualTo(map);
        }
    }

    @Test
    void refuses_what_was_not_written_by_it() {
        final StateOutput unordered = new StateOutput();
        unordered.writeInt(2);
        unordered.writeString("b");
        unordered.writeString("a");
        assertThatThrownBy(() -> SETS.read(new StateInput(unordered.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class).hasMessageContaining("order");
        final StateOutput twice = new StateOutput();
        twice.writeInt(2);
        twice.writeLong(1);
        twice.writeString("a");
        twice.writeLong(1);
        twice.writeString("a");
        assertThatThrownBy(() -> MAPS.read(new StateInput(twice.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class).hasMessageContaining("order");
        final StateOutput negative = new StateOutput();
        negative.writeInt(-1);
        assertThatThrownBy(() -> MAPS.read(new StateInput(negative.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class);
        assertThatThrownBy(() -> SETS.read(new StateInput(negative.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class);
        assertThatThrownBy(() -> OrderedMap.<Long, String>empty(Keys.longs()).with(1L, null))
            .isInstanceOf(NullPointerException.class);
    }

    @Test
    void a_change_makes_few_new_nodes() {
        Node<Long, Boolean> tree = null;
        for (long key = 0; key < 10_000; key++) {
            tree = Node.with(tree, Keys.longs(), key, true);
        }
        assertThat(depth(tree)).isLessThan(45);
        final Node<Long, Boolean> changed = Node.with(tree, Keys.longs(), 10_007L, true);
        assertThat(notShared(tree, changed)).isLessThan(60);
        assertThat(notShared(tree, Node.without(tree, Keys.longs(), 5000L))).isLessThan(60);
    }

    @Test
    void a_set_does_what_a_tree_set_does() {
        final SplittableRandom random = new SplittableRandom(3);
        final TreeSet<String> model = new TreeSet<>();
        OrderedSet<String> set = OrderedSet.empty(Keys.strings());
        for (int i = 0; i < 2000; i++) {
            final String key = "k" + random.nextInt(60);
            if (random.nextBoolean()) {
                final boolean isNew = model.add(key);
                final OrderedSet<String> next = set.with(key);
                assertThat(next != set).isEqualTo(isNew);
                set = next;
            } else {
                model.remove(key);
                set = set.without(key);
            }
            final String asked = "k" + random.nextInt(70);
            assertThat(set.contains(asked)).isEqualTo(model.contains(asked));
            assertThat(set.ceiling(asked)).isEqualTo(model.ceiling(asked));
            assertThat(set.floor(asked)).isEqualTo(model.floor(asked));
            assertThat(set).containsExactlyElementsOf(model).hasToString(model.toString());
            assertThat(set.from(asked)).containsExactlyElementsOf(model.tailSet(asked));
            assertThat(set.size()).isEqualTo(model.size());
            assertThat(set.first()).isEqualTo(model.isEmpty() ? null : model.first());
            assertThat(set.last()).isEqualTo(model.isEmpty() ? null : model.last());
            final StateOutput out = new StateOutput();
            SETS.write(set, out);
            final OrderedSet<String> read = SETS.read(new StateInput(out.toByteArray(), null, null));
            assertThat(read).isEqualTo(set).hasSameHashCodeAs(set);
            assertThat(read.with("other")).isNotEqualTo(set);
        }
    }

    private static void sameContents(final OrderedMap<Long, String> map, final TreeMap<Long, String> model) {
        assertThat(map).containsExactlyElementsOf(model.entrySet()).hasToString(model.toString());
        assertThat(map.size()).isEqualTo(model.size());
        assertThat(map.isEmpty()).isEqualTo(model.isEmpty());
        assertThat(map.firstKey()).isEqualTo(model.isEmpty() ? null : model.firstKey());
        assertThat(map.lastKey()).isEqualTo(model.isEmpty() ? null : model.lastKey());
        final TreeMap<Long, String> visited = new TreeMap<>();
        map.forEach(visited::put);
        assertThat(visited).isEqualTo(model);
        for (final Map.Entry<Long, String> entry : map) {
            assertThat(model).contains(entry);
        }
    }

    private static Object digest(final OrderedMap<Long, String> map) {
        final StateOutput out = new StateOutput();
        MAPS.write(map, out);
        return out.digest();
    }

    private static int depth(final Node<?, ?> tree) {
        return tree == null ? 0 : 1 + Math.max(depth(tree.left), depth(tree.right));
    }

    private static int notShared(final Node<Long, Boolean> old, final Node<Long, Boolean> tree) {
        if (tree == null || tree == Node.find(old, Keys.longs(), tree.key)) {
            return 0;
        }
        return 1 + notShared(old, tree.left) + notShared(old, tree.right);
    }
}
