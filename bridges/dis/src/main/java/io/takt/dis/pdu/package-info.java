/** PDUs as bytes and as JSON. Pure; what comes from a network is judged here before anything else looks at it. */
package io.takt.dis.pdu;
