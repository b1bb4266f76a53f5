// The drawer that shows the state as a program: a modal dialog over the canvas, which follows the state.

const languages = [
  { id: 'numpy', name: 'NumPy', needs: 'Needs NumPy only.' },
  { id: 'torch', name: 'PyTorch', needs: 'Needs PyTorch, and NumPy for the inputs.' },
];

/** The state as a program in 'numpy' or 'torch'. Throws RangeError where it would be too long. */
export function program(core, language) {
  const { text, off } = core.json(core.module._bandscope_code(language === 'torch' ? 1 : 0));
  if (off !== '') throw new RangeError(off);
  return text;
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function button(text, press, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', press);
  return element;
}

export class CodeDrawer {
  dialog = null;  // made when it is first opened
  language = languages[0];

  constructor(page) {
    this.page = page;
  }

  open() {
    if (!this.dialog) this.build();
    if (!this.dialog.open) {
      // When it closes, the dialog gives the focus back by itself: to the canvas that must not be a reader's Tab.
      this.page.quietFocus = true;
      this.dialog.showModal();
    }
    this.choose(this.language);
  }

  close() {
    this.dialog?.close();
  }

  /** The state has changed. */
  update() {
    if (!this.dialog?.open) return;
    let text, refused = false;
    try {
      text = program(this.page.core, this.language.id);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refused = true;
      text = `${error.message}.`;
    }
    this.copyButton.disabled = refused;
    this.pre.classList.toggle('refused', refused);
    if (text === this.pre.textContent) return;  // what the reader has selected stays so
    this.pre.textContent = text;
    this.status.textContent = '';
  }

  build() {
    const title = 'This state as a program';
    this.copyButton = button('Copy', () => this.copy());
    this.tabs = languages.map((language) => button(language.name, () => this.choose(language), { role: 'tab' }));
    this.status = make('span', { role: 'status' });
    this.pre = make('pre', { tabindex: 0, role: 'tabpanel' });
    this.note = make('p', {});
    const list = make('div', { role: 'tablist', 'aria-label': 'Language' }, ...this.tabs);
    list.addEventListener('keydown', (event) => this.step(event));
    this.dialog = make('dialog', { class: 'bandscope-code', 'aria-label': title },
      make('header', {}, make('h2', {}, title), this.copyButton, button('Close', () => this.close())),
      make('div', { class: 'row' }, list, this.status), this.pre, this.note);
    this.dialog.addEventListener('close', () => {
      this.status.textContent = '';
      this.page.focusCanvas();
    });
    this.page.host.append(this.dialog);
  }

  choose(language) {
    if (language !== this.language) this.pre.scrollTo(0, 0);
    this.language = language;
    this.tabs.forEach((tab, n) => {
      const chosen = languages[n] === language;
      tab.setAttribute('aria-selected', chosen);
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen) tab.focus();
    });
    this.pre.setAttribute('aria-label', `The program in ${language.name}`);
    this.note.textContent = `${language.needs} Its inputs are drawn from the seed or written out. ` +
      'It prints its last result as JSON on the last line.';
    this.update();
  }

  /** The arrows go round the tabs, and choose. */
  step(event) {
    const at = languages.indexOf(this.language);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(languages[(to + languages.length) % languages.length]);
  }

  async copy() {
    this.status.textContent = '';
    const copied = await this.page.copy(this.pre.textContent, this.dialog);
    (copied ? this.copyButton : this.pre).focus();
    if (!copied) getSelection().selectAllChildren(this.pre);
    this.status.textContent = copied ? 'Copied' : 'Selected: press Ctrl+C (or ⌘C)';
  }
}
