// Text entry: HTML inputs laid over the boxes that C++ names. A line is always there to be clicked; a number comes when
// it is opened and goes when it is done.

const typed = 0, done = 1, cancelled = 2, opened = 3;  // as in src/platform/web/exports.cpp

export class Entries {
  constructor(page) {
    this.page = page;
    this.inputs = new Map();  // label -> input
    this.last = '';
  }

  /** After each frame: `pointer` is C++'s list as JSON, `covered` whether a menu lies over the page. */
  update(text, covered) {
    const key = `${text}${covered}`;
    if (key === this.last) return;
    this.last = key;
    const entries = JSON.parse(text);
    for (const [label, input] of this.inputs) {
      if (!entries.some((entry) => entry.label === label)) this.remove(label, input);
    }
    for (const entry of entries) {
      const input = this.inputs.get(entry.label) ?? this.add(entry);
      const [x, y, width, height] = entry.box;
      Object.assign(input.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      input.classList.toggle('covered', covered);
      const editing = document.activeElement === input;
      if (!editing && input.value !== entry.text) input.value = entry.text;
      if (entry.open && !editing) {
        input.focus({ preventScroll: true });
        input.select();
      }
    }
  }

  add({ label, kind }) {
    const input = document.createElement('input');
    input.type = 'text';
    input.tabIndex = -1;  // the canvas has the stop for it
    input.className = kind;
    input.setAttribute('aria-label', label);
    input.autocomplete = 'off';
    input.autocapitalize = 'off';
    input.spellcheck = false;
    if (kind === 'number') input.inputMode = 'numeric';
    let ended = false;
    const tell = (what) => this.tell(label, input.value, what);
    const end = (what) => {
      if (ended) return;
      ended = true;
      tell(what);
    };
    input.addEventListener('focus', () => {
      ended = false;
      tell(opened);
    });
    // While an input method composes, its half-made words are nobody's business.
    input.addEventListener('input', (event) => {
      if (!event.isComposing) tell(typed);
    });
    input.addEventListener('compositionend', () => tell(typed));
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Tab') {
        // On to the next control of the canvas; past its ends the browser moves on.
        if (!this.page.core.module._bandscope_tab(event.shiftKey ? 1 : 0)) return;
        event.preventDefault();
        end(done);
        this.page.focusCanvas();
        this.page.draw();
        this.page.reveal();
        return;
      }
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      end(event.key === 'Enter' ? done : cancelled);
      this.page.focusCanvas();
    });
    input.addEventListener('blur', () => end(done));
    this.inputs.set(label, input);
    this.page.host.append(input);
    return input;
  }

  remove(label, input) {
    this.inputs.delete(label);
    if (document.activeElement === input) this.page.focusCanvas();
    input.remove();
  }

  tell(label, value, what) {
    const { core } = this.page;
    core.withText([label, value], (labelAt, valueAt) => core.module._bandscope_entry(labelAt, valueAt, what));
    this.page.request();
  }
}
