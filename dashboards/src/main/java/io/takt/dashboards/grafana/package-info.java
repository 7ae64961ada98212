/** The Grafana dashboards as programs that make their JSON. */
package io.takt.dashboards.grafana;
