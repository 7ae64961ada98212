// One lane per asset on a canvas as high as the window on it: however many assets there are, only those in sight are drawn.
const HEIGHT = 22;
const NAMES_WIDE = 176, NAMES_NARROW = 104, NARROW = 560;
const FONT = '13px system-ui, sans-serif';
const WORDS = { j: 'joined', r: '', s: 'process stopped', d: 'away', l: 'has left', x: 'lost' };
const BAD = 'sx';
const MARK = 5;

export class Lanes {
  constructor(box, canvas, space, active, choose) {
    Object.assign(this, { box, canvas, space, active, choose });
    this.names = []; this.rows = []; this.chosen = -1; this.order = 'cast'; this.filter = '';
    this.frame = null; this.dirty = false; this.marked = -1;
    box.addEventListener('scroll', () => this.redraw());
    box.addEventListener('click', event => this.pick(Math.floor(this.y(event) / HEIGHT)));
    box.addEventListener('keydown', event => this.key(event));
    new ResizeObserver(() => this.redraw()).observe(box);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.colours = null; this.redraw(); });
  }

  y(event) { return event.clientY - this.box.getBoundingClientRect().top + this.box.scrollTop; }

  cast(names) {
    const kept = this.names[this.chosen];
    this.names = names; this.frame = null;
    this.chosen = names.indexOf(kept);
    this.sort();
  }

  /** The asset that a sentence is about stands first in any order. */
  show(frame, culprit) {
    this.frame = frame;
    const marked = culprit ? this.names.indexOf(culprit) : -1;
    const isOther = marked !== this.marked;
    this.marked = marked;
    this.shares = new Map(frame.shares.map(([place, share, reason]) => [place, { share, reason }]));
    if (isOther || this.order === 'lag' || this.order === 'blame') this.sort(); else this.redraw();
  }

  setOrder(order) { this.order = order; this.sort(); }
  setFilter(text) { this.filter = text.toLowerCase(); this.sort(); }

  sort() {
    const rows = [];
    this.names.forEach((name, place) => { if (name.toLowerCase().includes(this.filter)) rows.push(place); });
    const frame = this.frame;
    if (this.order === 'name') rows.sort((a, b) => this.names[a] < this.names[b] ? -1 : 1);
    if (frame && this.order === 'lag') rows.sort((a, b) => frame.lags[b] - frame.lags[a] || a - b);
    if (frame && this.order === 'blame') {
      const weight = place => this.shares.get(place)?.share ?? 0;
      rows.sort((a, b) => weight(b) - weight(a) || a - b);
    }
    const at = rows.indexOf(this.marked);
    if (at > 0) rows.unshift(...rows.splice(at, 1));
    this.rows = rows;
    this.space.style.height = rows.length * HEIGHT + 'px';
    this.box.style.height = Math.min(rows.length * HEIGHT, this.limit()) + 2 + 'px';
    this.redraw();
  }

  redraw() {
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(() => { this.dirty = false; this.draw(); });
  }

  look() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    return this.colours = Object.fromEntries(
      ['back', 'front', 'soft', 'line', 'lane', 'good', 'held', 'bad', 'quiet', 'mark'].map(name => [name, colour(name)]));
  }

  draw() {
    const width = this.box.clientWidth;
    const height = Math.max(HEIGHT, Math.min(this.rows.length * HEIGHT, this.limit()));
    const scale = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      this.canvas.style.height = height + 'px';
    }
    const pen = this.canvas.getContext('2d');
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const c = this.colours ?? this.look();
    pen.fillStyle = c.back;
    pen.fillRect(0, 0, width, height);
    pen.textBaseline = 'middle';
    const left = width < NARROW ? NAMES_NARROW : NAMES_WIDE;
    const top = this.box.scrollTop;
    const first = Math.floor(top / HEIGHT);
    const last = Math.min(this.rows.length, Math.ceil((top + height) / HEIGHT));
    for (let i = first; i < last; i++) this.lane(pen, c, this.rows[i], i * HEIGHT - top, left, width);
  }

  limit() { return Math.min(window.innerHeight * .6, 544); }

  lane(pen, c, place, y, left, width) {
    const frame = this.frame;
    const room = width - left - 8;
    const isMarked = place === this.marked;
    const isBlocker = isMarked || frame && place === frame.place;
    const state = frame ? frame.states[place] : 'j';
    if (place === this.chosen) {
      pen.fillStyle = c.line;
      pen.fillRect(0, y, width, HEIGHT);
    }
    pen.fillStyle = place === this.chosen ? c.quiet : c.line;
    pen.fillRect(left, y + HEIGHT / 2 - 1, room, 2);
    if (isMarked) {
      pen.fillStyle = c.held;
      pen.globalAlpha = .25; pen.fillRect(0, y, width, HEIGHT); pen.globalAlpha = 1;
    }
    pen.font = (isMarked ? 'bold ' : '') + FONT;
    pen.fillStyle = isBlocker ? c.front : state === 'x' ? c.bad : state === 'l' ? c.quiet : c.front;
    pen.save();
    pen.beginPath(); pen.rect(0, y, left - 6, HEIGHT); pen.clip();
    pen.fillText((isBlocker ? '▶ ' : '') + this.names[place], 6, y + HEIGHT / 2);
    pen.restore();
    if (!frame || state === 'l') return;
    const lag = Math.min(1, Math.max(0, frame.lags[place] / 1000));
    const x = left + room * (1 - lag);
    pen.fillStyle = BAD.includes(state) ? c.bad : isMarked ? c.held : state === 'r' ? c.good : c.quiet;
    // What lies between the clock and the core's is coloured where it matters: of the one that is waited for.
    if (isMarked || BAD.includes(state)) pen.fillRect(x, y + HEIGHT / 2 - 2, left + room - x, 4);
    pen.fillRect(Math.min(x, left + room - MARK), y + 3, MARK, HEIGHT - 6);
    const share = this.shares.get(place);
    const blocks = share ? `blocks ${(share.share / 10).toFixed(0)} %: ${share.reason}` : '';
    const text = width < NARROW ? blocks || WORDS[state] : [blocks, WORDS[state]].filter(Boolean).join(', ');
    if (text) {
      pen.textAlign = 'right';
      pen.fillStyle = c.back;
      const wide = pen.measureText(text).width + 10;
      pen.globalAlpha = .9; pen.fillRect(left + room - wide, y + 4, wide, HEIGHT - 8); pen.globalAlpha = 1;
      pen.fillStyle = c.front;
      pen.fillText(text, left + room - 5, y + HEIGHT / 2);
      pen.textAlign = 'left';
    }
  }

  pick(row) {
    if (row < 0 || row >= this.rows.length) return;
    this.chosen = this.rows[row];
    this.active.textContent = this.describe(this.chosen);
    this.active.setAttribute('aria-posinset', row + 1);
    this.active.setAttribute('aria-setsize', this.rows.length);
    this.box.setAttribute('aria-activedescendant', this.active.id);
    this.choose(this.names[this.chosen]);
    this.redraw();
  }

  describe(place) {
    const frame = this.frame;
    if (!frame) return this.names[place];
    return [`${this.names[place]}: lag ${(frame.lags[place] / 10).toFixed(0)} percent of maxDelay`, WORDS[frame.states[place]],
      place === frame.place ? 'holds time back' : ''].filter(Boolean).join(', ');
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 }[event.key];
    if (!step || this.rows.length === 0) return;
    event.preventDefault();
    // Without one that is chosen, down goes to the first.
    const row = Math.min(this.rows.length - 1, Math.max(0, this.rows.indexOf(this.chosen) + step));
    this.pick(row);
    const y = row * HEIGHT;
    if (y < this.box.scrollTop) this.box.scrollTop = y;
    if (y + HEIGHT > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = y + HEIGHT - this.box.clientHeight;
  }
}
