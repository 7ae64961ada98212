package io.takt.wrapper.fmu;

import java.util.ArrayList;
import java.util.List;

/**
 * Words of a command line for several assets: {@code KEY=VALUE} for all, {@code ASSET:KEY=VALUE} for one, in place of
 * the others with that key. Immutable.
 *
 * @param assets their names; with a single one, no word has one in front.
 */
record AssetWords(List<String> assets) {
    /** Those for one asset, without its name. */
    List<String> of(final String asset, final List<String> words) {
        if (assets.size() == 1) {
            return words;
        }
        final List<String> all = new ArrayList<>();
        final List<String> own = new ArrayList<>();
        for (final String word : words) {
            final String named = assets.stream().filter(each -> word.startsWith(each + ":")).findFirst().orElse(null);
            if (named == null) {
                all.add(word);
            } else if (named.equals(asset)) {
                own.add(word.substring(asset.length() + 1));
            }
        }
        all.removeIf(word -> own.stream().anyMatch(each -> key(each).equals(key(word))));
        all.addAll(own);
        return all;
    }

    private static String key(final String word) {
        return word.replaceFirst("=.*", "");
    }
}
