// The last ten minutes: speed, largest lag, and the assets that held time back, stacked.
/* global uPlot: uplot.js is no module, since only that kind is there in its small form. */

const SECONDS = 600;
/** The time axis of a hub that has just begun, s: it grows to the ten minutes. */
const SHORTEST = 120;
const MOST = 6;
const GAP_MS = 3000;
const NOTHING = { speed: null, lag: -1, blamed: null };
const OTHERS = 'all others';
/** Less of all others together is not drawn. */
const LEAST = 0.02;
/** The first is that of the asset with most blame; none is green, which says that all is well. */
const HUES = [20, 215, 280, 330, 48, 190];

export class Plots {
  constructor(speed, lag, blame) {
    this.boxes = { speed, lag, blame };
    this.seconds = [];
    this.plots = {};
    new ResizeObserver(() => this.resize()).observe(speed);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.make());
  }

  /** A hub that was started anew knows nothing of the seconds before: they are kept, with a gap behind them. */
  begin(seconds) {
    const from = seconds[0]?.wallMs ?? Infinity;
    const earlier = this.seconds.filter(second => second.wallMs < from);
    const last = earlier.at(-1);
    if (last && from - last.wallMs > GAP_MS && last.speed !== null) earlier.push({ ...NOTHING, wallMs: last.wallMs + 1000 });
    this.seconds = [...earlier, ...seconds].slice(-SECONDS);
    this.make();
  }

  add(second) {
    const last = this.seconds[this.seconds.length - 1];
    if (last && second.wallMs - last.wallMs < 500) return;
    this.seconds.push(second);
    if (this.seconds.length > SECONDS) this.seconds.shift();
    const shown = this.blamed();
    if (!this.plots.speed || shown.join('\n') !== this.shown.join('\n')) this.make();
    else for (const [name, plot] of Object.entries(this.plots)) plot.setData(this.data(name));
    this.describe();
  }

  /** The assets with most blame in these minutes: first the one with most of all, then by name. */
  blamed() {
    const sums = new Map();
    for (const second of this.seconds)
      for (const { asset, share } of second.blamed ?? []) sums.set(asset, (sums.get(asset) ?? 0) + share);
    const [first, ...more] = [...sums].sort((a, b) => b[1] - a[1]).slice(0, MOST).map(([name]) => name);
    const shown = first === undefined ? [] : [first, ...more.sort()];
    const hasOthers = this.seconds.some(second => second.rest > LEAST || second.blamed?.some(each => !shown.includes(each.asset)));
    return hasOthers ? [...shown, OTHERS] : shown;
  }

  data(name) {
    const times = this.seconds.map(second => second.wallMs / 1000);
    if (name === 'speed') return [times, this.seconds.map(second => second.speed)];
    if (name === 'lag') return [times, this.seconds.map(second => second.lag < 0 ? null : second.lag * 100)];
    const sums = times.map(() => 0);
    const all = second => 100 * second.blamed.reduce((sum, { share }) => sum + share, second.rest ?? 0);
    const areas = this.shown.map(asset => this.seconds.map((second, i) => second.blamed && (asset === OTHERS ? all(second)
      : sums[i] += 100 * (second.blamed.find(each => each.asset === asset)?.share ?? 0))));
    // The sum of all is drawn first, so that each area covers what lies below it.
    return [times, ...areas.reverse()];
  }

  /** For those who do not see the lines. */
  describe() {
    const last = this.seconds.at(-1);
    if (!last || last.speed === null) return;
    const say = (name, text) => this.boxes[name].setAttribute('aria-label', text);
    const most = last.blamed?.[0];
    say('speed', `Speed over the last ten minutes; now ${last.speed.toPrecision(3)}`);
    say('lag', 'Largest lag over the last ten minutes' + (last.lag < 0 ? '' : `; now ${(last.lag * 100).toFixed(0)} percent of maxDelay`));
    say('blame', 'Which assets held time back over the last ten minutes; now '
      + (most ? `most: ${most.asset}, ${(most.share * 100).toFixed(0)} percent of the time` : 'none'));
  }

  make() {
    Object.values(this.plots).forEach(plot => plot.destroy());
    this.shown = this.blamed();
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    const axis = { stroke: colour('soft'), grid: { stroke: colour('line'), width: 1 }, ticks: { stroke: colour('line') } };
    const clock = (plot, ticks) => ticks.map(tick => new Date(tick * 1000).toLocaleTimeString('en', { hour12: false }));
    const plot = (name, title, series, top) => new uPlot({
      title, width: Math.max(200, this.boxes[name].clientWidth), height: 150, legend: { show: name === 'blame', live: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { range: (u, min, max) => [max - Math.max(SHORTEST, max - min), max] }, y: { range: (u, min, max) => [0, top ?? Math.max(1e-9, max * 1.1)] } },
      axes: [{ ...axis, values: clock, space: 80 }, { ...axis, size: 56 }],
      series: [{}, ...series]
    }, this.data(name), this.boxes[name]);
    this.plots = {
      blame: plot('blame', 'time held back by, %', this.shown.map((asset, i) => ({
        label: asset, width: 0, points: { show: false },
        fill: asset === OTHERS ? colour('quiet') : `hsl(${HUES[i % HUES.length]} 55% 55%)`
      })).reverse(), 105),
      speed: plot('speed', 'speed', [{ label: 'speed', stroke: colour('good'), width: 2, points: { show: false } }]),
      lag: plot('lag', 'largest lag, % of maxDelay',
        [{ label: 'lag', stroke: colour('mark'), width: 2, points: { show: false } }], 105)
    };
  }

  resize() {
    for (const [name, plot] of Object.entries(this.plots))
      plot.setSize({ width: Math.max(200, this.boxes[name].clientWidth), height: 150 });
  }
}
