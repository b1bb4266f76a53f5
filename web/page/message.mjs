// What the page says in words when it cannot draw: the reader never sees an empty page.

/**
 * Shows a message in the host, with the reason in small type and, if given, a button.
 * `over`: the picture stays, the message lies above it. Returns a function that takes it away.
 */
export function showMessage(host, text, { reason = '', button = null, over = false } = {}) {
  const box = document.createElement('div');
  box.className = over ? 'bandscope-message over' : 'bandscope-message';
  box.setAttribute('role', 'alert');
  box.append(text);
  if (reason) {
    const small = document.createElement('small');
    small.textContent = reason;
    box.append(small);
  }
  if (button) {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = button.text;
    element.addEventListener('click', button.press);
    box.append(document.createElement('br'), element);
  }
  if (over) {
    host.prepend(box);
  } else {
    host.style.height = '';
    host.replaceChildren(box);
  }
  return () => box.remove();
}

export const reload = { text: 'Load the page again', press: () => location.reload() };

/** An error in one line, without the advice to developers that Emscripten appends. */
export function reasonOf(error) {
  const text = String(error?.message ?? error).split('\n')[0];
  return text.replace(/\s*Build with -s.*$/i, '').slice(0, 300);
}
