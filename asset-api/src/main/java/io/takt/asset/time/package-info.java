/** Times as the declarations of assets, steps and links are given them. */
package io.takt.asset.time;
