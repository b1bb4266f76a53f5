// The page: one host element as high as the layout, and in it a canvas as large as the part in view, which stays while
// the document scrolls. C++ draws into the canvas; everything of the DOM is here and in page/.
import { createApi } from './page/api.mjs';
import { CodeDrawer } from './page/code.mjs';
import { Core } from './page/core.mjs';
import { Entries } from './page/entries.mjs';
import { listen } from './page/input.mjs';
import { reasonOf, reload, showMessage } from './page/message.mjs';

/** CSS cursors in the order of panels::Cursor. */
const cursors = ['default', 'pointer', 'text', 'crosshair', 'ew-resize', 'not-allowed'];

class Page {
  core = null;
  frame = 0;          // the animation frame asked for, or 0
  timer = 0;          // a later one
  inView = true;
  pageHeight = 0;
  quietFocus = false; // a focus that this file makes, not the reader's Tab
  changes = 0;
  settles = 0;
  codes = 0;
  addressTimer = 0;
  takeAway = null;    // a message that lies over the picture
  lost = false;       // the graphics card's context
  stopped = false;    // the program has ended
  emit = () => {};    // tells the listeners of 'change'

  constructor(host, { query, followAddress }) {
    this.host = host;
    this.query = query;
    this.followAddress = followAddress;
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', 'Bandscope: sliding-window attention, drawn live');
    // What the page has to say, for those who do not see it.
    this.status = document.createElement('p');
    this.status.className = 'bandscope-status';
    this.status.setAttribute('role', 'status');
    this.code = new CodeDrawer(this);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
  }

  async start() {
    const { host, canvas } = this;
    const loading = [...host.childNodes];
    canvas.style.width = canvas.style.height = '1px';
    host.append(canvas);
    let core;
    try {
      core = await Core.load({
        canvas,
        query: this.query,
        copy: (text) => this.copy(text),
        onAbort: (what) => this.stop(what),
      });
    } catch (error) {
      showMessage(host, 'Bandscope could not be loaded, so there is nothing to see here.', {
        reason: reasonOf(error), button: reload,
      });
      throw error;
    }
    loading.forEach((node) => node.remove());
    this.core = core;
    this.changes = core.outcome().changes;
    this.settles = core.outcome().settles;
    this.codes = core.outcome().codes;
    if (!core.module._bandscope_can_draw()) {
      const reason = 'The browser gave no WebGL 2 context. It may be switched off, or blocked for this graphics card.';
      showMessage(host, 'Bandscope draws with WebGL 2, which is missing here.', { reason });
      throw new Error(reason);
    }
    host.append(this.status);
    this.entries = new Entries(this);
    this.loadFonts();
    this.watch();
    listen(this);
    this.draw();
    this.request();
  }

  /** Everything but the reader's input that asks for a frame. */
  watch() {
    const again = () => this.request();
    new ResizeObserver(again).observe(this.host);
    new IntersectionObserver(([entry]) => {
      this.inView = entry.isIntersecting;
      this.request();
    }).observe(this.host);
    addEventListener('scroll', again, { passive: true });
    addEventListener('resize', again);
    document.addEventListener('visibilitychange', again);
    this.dark.addEventListener('change', again);
    this.still.addEventListener('change', again);
    // A media query knows one ratio: each change needs the next query.
    const watchRatio = () => {
      const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      query.addEventListener('change', () => {
        this.request();
        watchRatio();
      }, { once: true });
    };
    watchRatio();
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // without this the browser never restores it
      this.lost = true;
      this.takeAway?.();
      this.takeAway = showMessage(this.host, 'The graphics card stopped drawing this page. Waiting for it to come back.', {
        reason: 'The WebGL context was lost.', button: reload, over: true,
      });
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false;
      this.takeAway?.();
      this.takeAway = null;
      this.core.module._bandscope_restore();
      this.request();
    });
  }

  /** Asks for a frame, now or in so many seconds. Nothing is asked for while nobody can see it. */
  request(inSeconds = 0) {
    if (this.lost || this.stopped) return;
    if (inSeconds > 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.request(), inSeconds * 1000);
    } else if (this.frame === 0 && this.inView && !document.hidden) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
  }

  /** Draws at once. */
  draw() {
    if (!this.core || this.lost || this.stopped || !this.fit()) return;
    let next;
    try {
      next = this.core.module._bandscope_frame(performance.now() / 1000);
    } catch (error) {
      this.stop(error);
      throw error;
    }
    this.tell();
    if (next >= 0) this.request(next);
  }

  /** Tells C++ how large the canvas is and which part of the page it shows; false where there is nothing to draw on. */
  fit() {
    const { module } = this.core;
    const box = this.host.getBoundingClientRect();
    const width = Math.floor(box.width);
    const ratio = devicePixelRatio || 1;
    const viewport = innerHeight;
    if (width <= 0 || viewport <= 0) return false;
    const height = Math.min(viewport, this.pageHeight || viewport);
    const most = Math.max(0, this.pageHeight - height);
    const scroll = Math.round(Math.min(Math.max(0, -box.top), most) * ratio) / ratio;
    module._bandscope_surface(width, height, viewport, scroll, ratio, Number(this.dark.matches), Number(this.still.matches));
    // Whole device pixels: a canvas of 1280.67 CSS pixels is sharp at a ratio of 1.5, one of 1281 is not.
    const { canvas } = this;
    canvas.style.setProperty('width', `${canvas.width / ratio}px`, 'important');
    canvas.style.setProperty('height', `${canvas.height / ratio}px`, 'important');
    return true;
  }

  /** Hands on what C++ has done: height, cursor, theme, entries, listeners, address, the drawer of code. */
  tell() {
    const { core, host } = this;
    const outcome = core.outcome();
    if (outcome.pageHeight > 0 && outcome.pageHeight !== this.pageHeight) {
      this.pageHeight = outcome.pageHeight;
      host.style.height = `${outcome.pageHeight}px`;
      this.request();
    }
    this.canvas.style.cursor = cursors[outcome.cursor] ?? 'default';
    this.theme(outcome.dark !== 0);
    this.entries?.update(core.text(core.module._bandscope_entries()), outcome.covered !== 0);
    const notices = core.json(core.module._bandscope_notices()).join(' ');
    if (notices !== this.status.textContent) this.status.textContent = notices;
    if (outcome.changes !== this.changes) {
      this.changes = outcome.changes;
      this.code.update();
      this.emit();
    }
    if (outcome.settles !== this.settles) {
      this.settles = outcome.settles;
      this.follow();
    }
    if (outcome.codes !== this.codes) {
      this.codes = outcome.codes;
      this.code.open();
    }
  }

  theme(dark) {
    if (dark === this.isDark) return;
    this.isDark = dark;
    document.documentElement.dataset.bandscopeTheme = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#111316' : '#F7F5F0');
  }

  /** The address follows, but not so often that a browser would refuse. */
  follow() {
    if (!this.followAddress || this.addressTimer) return;
    this.addressTimer = setTimeout(() => {
      this.addressTimer = 0;
      const query = this.core.text(this.core.module._bandscope_query(0));
      history.replaceState(history.state, '', `${location.pathname}?${query}${location.hash}`);
    }, 100);
  }

  /** Scrolls to the control that the keyboard has come to. */
  reveal() {
    const pointer = this.core.module._bandscope_reveal();
    if (pointer === 0) return;
    const [, y, , height] = this.core.floats(pointer, 4);
    const margin = 64;  // beyond what sticks to the edges
    const top = this.host.getBoundingClientRect().top + y;
    if (top < margin) {
      scrollBy(0, top - margin);
    } else if (top + height > innerHeight - margin) {
      scrollBy(0, top + height - innerHeight + margin);
    }
  }

  focusCanvas() {
    this.quietFocus = true;
    this.canvas.focus({ preventScroll: true });
    this.quietFocus = false;
  }

  /** The program's own faces for the inputs and the drawer: they are in its memory already. */
  loadFonts() {
    const { module } = this.core;
    const faces = [['Bandscope Inter', '400'], ['Bandscope Mono', '400'], ['Bandscope Inter', '600']];
    for (const [index, [family, weight]] of faces.entries()) {
      const [data, size] = this.core.ints(module._bandscope_font(index), 2);
      const face = new FontFace(family, module.HEAPU8.slice(data, data + size), { weight });
      document.fonts.add(face);
      face.load().catch(() => document.fonts.delete(face));  // then the page's fallback is used
    }
  }

  /** Gives whether the text came to the clipboard. `within`: the part of the document that a modal dialog leaves open. */
  async copy(text, within = document.body) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed or not a secure page: the old way.
      const area = document.createElement('textarea');
      area.value = text;
      area.style.cssText = 'position:fixed;top:0;opacity:0';
      within.append(area);
      area.focus({ preventScroll: true });
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      if (within === document.body) this.focusCanvas();
      return copied;
    }
  }

  /** The program cannot go on. */
  stop(what) {
    if (this.stopped) return;
    this.stopped = true;
    this.code.close();  // the message would lie under it
    showMessage(this.host, 'Bandscope has stopped.', { reason: reasonOf(what), button: reload, over: true });
  }
}

/** Puts Bandscope into an element; gives its API (see bandscope.d.ts). */
export function mount(host, { query = '', followAddress = false } = {}) {
  const page = new Page(host, { query, followAddress });
  const ready = page.start();
  ready.catch(() => {});  // the message on the page says it; who awaits `ready` hears it too
  const { api, emit } = createApi(page, ready);
  page.emit = emit;
  return api;
}

const host = document.getElementById('bandscope');
if (host) window.bandscope = mount(host, { query: location.search, followAddress: true });
