/** A parent hub whose children are on other hosts: the end of the links that listens. */
package io.takt.federation.gateway;
