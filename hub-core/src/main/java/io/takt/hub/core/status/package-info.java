/** How a hub stands, and why it ended or is held up, as data; and its form in JSON. */
package io.takt.hub.core.status;
