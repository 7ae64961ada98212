// The page of one hub. Names and reasons come from other programs: they are only ever set as text.
import { Lanes } from './lanes.js';
import { Plots } from './plots.js';

const part = id => document.getElementById(id);
const token = location.hash.slice(1) || sessionStorage.getItem('takt-token') || '';
if (location.hash.length > 1) {
  sessionStorage.setItem('takt-token', token);
  history.replaceState(null, '', location.pathname);
}

const lanes = new Lanes(part('lanes'), part('canvas'), part('space'), part('active'), choose);
const plots = new Plots(part('plot-speed'), part('plot-lag'), part('plot-blame'));
/** Wall time without any event, ms: a hub that runs sends five a second. */
const PATIENCE = 2000;
let cast = null, last = null, ended = null, chosen = null, said = '', saidAt = 0, stood = false, heardAt = 0, watching = 0, toldMs = 0, knownMs = 0, isAway = false;

function set(id, text) { const element = part(id); if (element.textContent !== text) element.textContent = text; }
function made(tag, text) { const element = document.createElement(tag); element.textContent = text; return element; }
function seconds(ns) { return (ns / 1e9).toFixed(ns < 1e10 ? 3 : 1) + ' s'; }
function duration(ns) {
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['us', 1e3]]) if (ns >= size) return +(ns / size).toPrecision(3) + ' ' + unit;
  return ns + ' ns';
}
function size(bytes) {
  for (const [unit, size] of [['GB', 1e9], ['MB', 1e6], ['kB', 1e3]]) if (bytes >= size) return +(bytes / size).toPrecision(3) + ' ' + unit;
  return bytes + ' B';
}
function count(number) { return number.toLocaleString('en'); }

const LOOKS = { RUNNING: 'good', FAILED: 'bad', PAUSED: 'held', RESETTING: 'held' };

/** Who and since when in large, why below it; together they are the sentence. The name itself may have a colon. */
function say(sentence, advice, who) {
  const head = ['held back by ', 'slowed by '].map(words => words + who).find(words => sentence.startsWith(words));
  const colon = who && head ? sentence.indexOf(': ', head.length) : -1;
  set('who', colon < 0 ? '' : sentence.slice(0, colon).replace(/ s$/, '\u00a0s'));
  set('colon', colon < 0 ? '' : ': ');
  set('why', colon < 0 ? sentence : sentence.slice(colon + 2));
  set('advice', advice);
}

function onFrame(frame) {
  last = frame;
  part('canvas').classList.remove('old');
  isAway = false;
  // Running, but one asset has held it since a moment that a person would notice.
  const stands = frame.state === 'RUNNING' && frame.place >= 0 && frame.blockedForNs > 5e8;
  const isSlow = frame.state === 'RUNNING' && cast?.targetSpeed > 0 && frame.speed < .95 * cast.targetSpeed;
  set('state', frame.state);
  part('state').className = 'state ' + (stands || isSlow ? 'held' : LOOKS[frame.state] ?? '');
  set('speed', stands ? 'but time stands still' : frame.state !== 'RUNNING' ? ''
    : `× ${frame.speed.toPrecision(3)}` + (isSlow ? ` instead of ${+cast.targetSpeed.toPrecision(3)}` : ''));
  set('clock', `core ${seconds(frame.coreTimeNs)}, ${count(Math.round(frame.countUpsPerS))} count-ups/s`
    + (cast ? `, maxDelay ${duration(cast.maxDelayNs)}, process ${cast.pid}` : ''));
  // While time goes on another asset may hold it at each frame: a person cannot read five sentences a second.
  const now = performance.now();
  if (stands || stood || frame.state !== 'RUNNING' || now - saidAt > 1000) {
    const sentence = frame.sentence || frame.reason || '';
    // A screen reader should hear of another culprit, not of each tenth of a second.
    const same = sentence.replace(/[0-9.]+ (s|%)/g, '');
    part('holder').setAttribute('aria-live', same === said ? 'off' : 'polite');
    said = same;
    saidAt = now;
    say(sentence, frame.advice, frame.culprit);
    part('holder').className = stands || isSlow ? 'held' : frame.state === 'FAILED' ? 'bad' : '';
  }
  stood = stands;
  document.title = `${cast?.hub ?? 'Takt'}: ${frame.state}`;
  if (cast) lanes.show(frame, stands || frame.sentence.startsWith('slowed by ') ? frame.culprit : null);
  allow(frame.state);
}

const ALLOWED = { pause: ['RUNNING'], resume: ['PAUSED'], reset: ['WAITING', 'READY', 'RUNNING', 'PAUSED'],
  stop: ['WAITING', 'READY', 'RUNNING', 'PAUSED', 'RESETTING'] };

/** A button that says it is of no use keeps the focus; one that is disabled loses it. */
function allow(state) {
  for (const button of document.querySelectorAll('[data-order]'))
    button.setAttribute('aria-disabled', String(!ALLOWED[button.dataset.order].includes(state)));
}

function onCast(next) {
  cast = next;
  set('hub', `hub ${cast.hub}`);
  set('count', count(cast.names.length) + (cast.names.length === 1 ? ' asset' : ' assets'));
  lanes.cast(cast.names);
}

function onSecond(second) {
  plots.add(second.history);
  showTree(second);
  showChannels(second);
  if (chosen) detail();
}

function showTree(second) {
  const isTree = second.tree.children.length > 0 || second.parent !== null;
  part('tree-part').hidden = !isTree;
  set('chain', second.chain);
  if (!isTree) return;
  const list = part('tree').cloneNode(false);
  const root = node(second.tree, null, second.pages);
  if (second.parent) {
    const above = document.createElement('li');
    const { hub, address, page, attached } = second.parent;
    above.append(...named(hub ?? address ?? 'parent', page ?? way(second.pages, hub), true, attached ? '' : ': away'));
    const below = document.createElement('ul');
    below.append(root);
    above.append(below);
    list.append(above);
  } else list.append(root);
  patch(part('tree'), list);
}

/** Changes only the parts that are others: a link that has the focus keeps it. */
function patch(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeName !== next.nodeName || next.nodeType === Node.TEXT_NODE) {
    old.replaceWith(next);
    return;
  }
  if (next.href) old.href = next.href;
  const parts = [...next.childNodes];
  parts.forEach((each, i) => { if (i < old.childNodes.length) patch(old.childNodes[i], each); else old.append(each); });
  while (old.childNodes.length > parts.length) old.lastChild.remove();
}

/** Pages of this host are known by their hubs' names; those of other hosts their hubs have told at the ends of links. */
function node(hub, through, pages) {
  const item = document.createElement('li');
  const own = through ? through.page : hub.hub === cast?.hub ? null : way(pages, hub.hub);
  item.append(...named(hub.hub, own, pages !== null, ` ${hub.state}, ${count(hub.assets)} ${hub.assets === 1 ? 'asset' : 'assets'}`
    + (hub.behindNs > 0 ? `, ${duration(hub.behindNs)} behind` : '')
    + (through ? through.up ? through.rttNs > 0 ? `, link up, ${duration(through.rttNs)}` : ', link up' : `, link down: ${through.why}` : '')
    + (hub.held?.blocker ? `, waits for ${hub.held.blocker}` : '')));
  if (hub.children.length > 0) {
    const here = !through || LOOPBACK.test(through.page?.address) ? pages : null;
    const below = document.createElement('ul');
    for (const child of hub.children)
      below.append(child.hub ? node(child.hub, child.link, here) : made('li', `${child.name}: not there`));
    item.append(below);
  }
  return item;
}

const ADDRESS = /^[A-Za-z0-9.:%_[\]-]{1,255}$/;
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])(:\d+)?$/;

function way(pages, name) { return pages?.[name] ? { address: pages[name] } : null; }

/** The loopback is the machine of the hub that says so: of use where that one, this page's hub and the browser are together. */
function named(name, way, isOfThisHost, text) {
  const isFar = LOOPBACK.test(way?.address) && !(isOfThisHost && LOOPBACK.test(location.hostname));
  const why = isFar ? 'its page is known on its own host alone' : way?.why;
  const note = Object.assign(made('span', why ? ` (no link: ${why})` : ''), { className: 'soft' });
  if (isFar || !ADDRESS.test(way?.address ?? '')) return [made('strong', name), made('span', text), note];
  const anchor = made('a', name);
  anchor.href = 'http://' + way.address + '/';
  return [anchor, made('span', text), note];
}

function showChannels(second) {
  part('channels-part').hidden = second.channelCount === 0 && second.inputWaits.length === 0;
  part('channels').replaceChildren(...second.channels.map(channel => {
    const row = document.createElement('tr');
    row.append(made('td', channel.name), made('td', count(channel.perS)),
      made('td', channel.latestNs === null ? 'none seen' : seconds(channel.latestNs)), made('td', size(channel.bytesPerS) + '/s'),
      made('td', count(channel.messages)), made('td', (channel.fill * 100).toFixed(0) + ' %'));
    return row;
  }));
  set('channels-rest', second.channelCount > second.channels.length
    ? `the busiest of ${count(second.channelCount)}; ${count(second.messages)} messages in all` : '');
  part('waits').replaceChildren(...second.inputWaits.map(wait => made('li', wait.channel
    ? `${wait.asset} waits for messages of ${wait.for} on ${wait.channel}` : `${wait.asset} waits for ${wait.for} to read`)));
}

/** The hub tells a page that comes again all that it knows; a hub that was started anew does not know of the one before. */
function onHappened(lines) {
  for (const line of lines) {
    if (line.wallMs <= knownMs) continue;
    const item = document.createElement('li');
    item.append(made('time', new Date(line.wallMs).toLocaleTimeString('en', { hour12: false })), made('span', ` at ${seconds(line.timeNs)}: ${line.text}`));
    part('events').prepend(item);
  }
  toldMs = lines.at(-1).wallMs;
  while (part('events').childElementCount > 100) part('events').lastElementChild.remove();
}

/** The page itself has seen it. */
function note(text) {
  const item = document.createElement('li');
  item.append(made('time', new Date().toLocaleTimeString('en', { hour12: false })), made('span', ': ' + text));
  part('events').prepend(item);
}

function choose(name) { chosen = name; detail(); }

async function detail() {
  const name = chosen;
  const answer = await fetch('asset?name=' + encodeURIComponent(name)).catch(() => null);
  if (!answer?.ok || name !== chosen) return;
  const asset = await answer.json();
  part('detail').hidden = false;
  set('detail-title', asset.name);
  const facts = [['state', asset.state], ['time', `${seconds(asset.timeNs)}, ${duration(Math.max(0, asset.lagNs))} behind`],
    ['step', duration(asset.stepNs)], ['steps', `${count(Math.round(asset.stepsPerS))}/s`],
    ['held time back', `${(asset.share * 100).toFixed(1)} % of the last seconds, ${(asset.shareOfRun * 100).toFixed(1)} % of the run`],
    ...Object.entries(asset.heldNs).map(([reason, ns]) => [reason, seconds(ns)]),
    ['process', asset.pid ? `${asset.pid}, ${asset.process}` : 'not known']];
  if (asset.awaited) facts.push(['waits for', asset.awaited.asset + (asset.awaited.channel ? `, channel ${asset.awaited.channel}` : '')]);
  if (asset.restarts > 0) facts.push(['restarts', String(asset.restarts)]);
  part('facts').replaceChildren(...facts.flatMap(([name, value]) => [made('dt', name), made('dd', value)]));
  showSteps(asset.steps);
}

function showSteps(steps) {
  const all = steps.reduce((sum, [, number]) => sum + number, 0);
  const most = Math.max(1, ...steps.map(([, number]) => number));
  const first = steps.length ? steps[0][0] : 0, end = steps.length ? steps.at(-1)[0] : -1;
  const bars = [];
  for (let exponent = first; exponent <= end; exponent++) {
    const number = steps.find(([at]) => at === exponent)?.[1] ?? 0;
    const bar = document.createElement('div');
    bar.className = 'bar';
    const block = document.createElement('div');
    block.style.height = Math.round(70 * number / most) + 'px';
    block.style.background = 'var(--good)';
    bar.append(block, made('span', duration(2 ** exponent)));
    bar.title = `${count(number)} steps of ${duration(2 ** exponent)} and more`;
    bars.push(bar);
  }
  part('steps').replaceChildren(...(all ? bars : [made('p', 'no step times have been reported yet')]));
  part('steps').setAttribute('aria-label', all ? `How long ${count(all)} steps took: most from ${
    duration(2 ** steps.reduce((a, b) => b[1] > a[1] ? b : a)[0])} on` : 'no step times yet');
}

part('order').addEventListener('change', event => lanes.setOrder(event.target.value));
part('filter').addEventListener('input', event => lanes.setFilter(event.target.value));

/** These cannot be taken back. */
const QUESTIONS = { reset: 'Put all clocks of this hub, and of those below it, back to 0?', stop: 'Stop this hub? Its run ends.' };
const asking = part('asking');
let asked = '';

async function order(what) {
  const answer = await fetch('control/' + what,
    { method: 'POST', headers: { Authorization: 'Bearer ' + token } }).catch(() => null);
  set('answer', answer ? (await answer.text()).trim() : 'the hub does not answer');
}

for (const button of document.querySelectorAll('[data-order]')) {
  button.addEventListener('click', () => {
    const what = button.dataset.order;
    if (button.getAttribute('aria-disabled') === 'true') return;
    if (!QUESTIONS[what]) {
      order(what);
      return;
    }
    asked = what;
    set('question', QUESTIONS[what]);
    set('yes', button.textContent);
    asking.showModal();
  });
}
part('yes').addEventListener('click', () => { asking.close(); order(asked); });
part('no').addEventListener('click', () => asking.close());

function away(state, why, advice = '') {
  if (cast && !isAway) note(state === 'away' ? 'the hub is away' : 'the hub does not answer');
  isAway = true;
  set('state', state); part('state').className = 'state bad'; set('speed', '');
  part('canvas').classList.add('old');
  // A screen reader should hear it once, not with each second that is added.
  const same = why.replace(/[0-9.]+ (s|%)/g, '');
  part('holder').setAttribute('aria-live', same === said ? 'off' : 'polite');
  said = same;
  say(why, advice, null);
  set('chain', '');
  part('holder').className = 'bad';
  saidAt = 0;
}

/** The connection of a hub that is stopped stays open, and nothing comes: only the time tells. */
function watch(events) {
  const silentMs = performance.now() - heardAt;
  if (cast && !ended && events.readyState === EventSource.OPEN && silentMs > PATIENCE)
    away('no answer', cast.unanswered.replace('TIME', seconds(silentMs * 1e6)), cast.unansweredAdvice);
}

/** The hub has said so itself; its last frame has its state and why. */
function onEnded() {
  const hub = cast?.hub ?? 'the hub', when = new Date(ended.wallMs);
  set('state', last.state); part('state').className = 'state ' + (LOOKS[last.state] ?? ''); set('speed', '');
  part('holder').setAttribute('aria-live', 'polite');
  set('who', `hub ${hub} has ended`);
  set('colon', '');
  set('why', ` on ${when.toLocaleDateString('en', { dateStyle: 'medium' })} at ${when.toLocaleTimeString('en', { hour12: false })}, at ${
    seconds(last.coreTimeNs)} of its time` + (last.reason ? `: ${last.reason}` : ''));
  set('advice', '');
  set('chain', `This page goes on by itself when hub ${hub} is started again.`);
  part('holder').className = last.state === 'FAILED' ? 'bad' : '';
  part('control').hidden = true;
  saidAt = 0;
}

/** The browser opens a stream again that has broken off, but not one that was refused, as with too many pages. */
function follow() {
  const events = new EventSource('events');
  const on = (name, take) => events.addEventListener(name, event => {
    heardAt = performance.now();
    take(JSON.parse(event.data));
  });
  clearInterval(watching);
  watching = setInterval(() => watch(events), 500);
  on('history', begin => {
    ended = null;
    knownMs = toldMs;
    plots.begin(begin.seconds);
    part('control').hidden = !(begin.mayControl && token);
  });
  on('cast', onCast);
  // A hub that has ended lives on until its assets are gone, and says nothing new.
  on('frame', frame => { if (!ended) onFrame(frame); });
  on('second', onSecond);
  on('happened', onHappened);
  on('ended', end => {
    ended = end;
    onEnded();
  });
  on('trouble', trouble => away('no answer', trouble.why));
  events.onerror = () => {
    if (ended) onEnded();
    else away('away', 'the hub is gone, or cannot be reached; this page goes on by itself when it is back');
    if (events.readyState === EventSource.CLOSED) refused();
  };
}

async function refused() {
  setTimeout(follow, 3000);
  const answer = await fetch('events', { headers: { Accept: 'text/plain' } }).catch(() => null);
  if (answer && !answer.ok && !ended) away('away', (await answer.text()).trim());
  else answer?.body.cancel();
}

follow();
