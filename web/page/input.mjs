// What the reader does with mouse, finger, pen and keyboard, passed on to C++.
//
// A mouse presses at once and keeps the canvas as its target until it is released, wherever that is. A finger that
// begins on something that can be dragged does the same; any other finger may be about to scroll the page, so it
// counts only once it has left the glass where it touched it: a tap.

const stay = 0, first = 1, last = 2;  // where the keyboard goes in bandscope_focus()
const tapSlop = 10;  // CSS pixels that a finger may wander in a tap

/** The keys that the program knows, in the order of panels::Key. */
const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Enter', ' ', 'Escape'];

export function listen(page) {
  const { canvas, core } = page;
  const { module } = core;
  let held = null;     // the pointer whose button is down for C++
  let tap = null;      // {id, x, y}: a finger that may become a tap
  let tapped = false;  // until touchend: the browser's own click is not wanted

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const isMouse = (event) => event.pointerType === 'mouse';
  const move = (event) => module._bandscope_move(...at(event), isMouse(event) ? 0 : 1);
  const release = (event, inside) => {
    held = null;
    if (inside) {
      move(event);
    } else {
      module._bandscope_leave();
    }
    module._bandscope_press(0);
    // At once and not in the next frame: a phone opens its keyboard only inside the gesture.
    page.draw();
    if (!isMouse(event)) module._bandscope_leave();
    page.request();
  };
  const press = (event) => {
    held = event.pointerId;
    move(event);  // the place comes before the press
    module._bandscope_press(1);
    page.request();
  };

  // Whatever a hand does on the page stops what plays, also what is not passed on, as a swipe.
  const host = page.host;
  host.addEventListener('pointerdown', () => module._bandscope_touch(1), true);
  for (const name of ['pointerup', 'pointercancel']) host.addEventListener(name, () => module._bandscope_touch(0));
  host.addEventListener('keydown', () => module._bandscope_touch(1), true);
  host.addEventListener('keyup', () => module._bandscope_touch(0));

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (!event.isPrimary) {
      tap = null;
      return;
    }
    page.focusCanvas();
    if (isMouse(event) || module._bandscope_drags_at(...at(event))) {
      canvas.setPointerCapture(event.pointerId);
      press(event);
    } else {
      tap = { id: event.pointerId, x: event.clientX, y: event.clientY };
    }
  });
  canvas.addEventListener('pointermove', (event) => {
    if (tap?.id === event.pointerId) {
      if (Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > tapSlop) tap = null;
      return;
    }
    if (!isMouse(event) && event.pointerId !== held && event.buttons !== 0) return;
    move(event);
    page.request();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (event.pointerId === held && event.button === 0) {
      release(event, true);
    } else if (tap?.id === event.pointerId) {
      tap = null;
      tapped = true;
      press(event);
      page.draw();
      release(event, true);
    }
  });
  canvas.addEventListener('pointercancel', (event) => {
    if (tap?.id === event.pointerId) tap = null;
    if (event.pointerId === held) release(event, false);
  });
  canvas.addEventListener('lostpointercapture', (event) => {
    if (event.pointerId === held) release(event, false);
  });
  canvas.addEventListener('pointerleave', (event) => {
    if (held !== null) return;
    module._bandscope_leave();
    page.request();
    if (!isMouse(event)) tap = null;
  });

  // A wheel scrolls the page; sideways, or with Shift, it moves what can be dragged under it.
  canvas.addEventListener('wheel', (event) => {
    const right = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
    if (event.ctrlKey || Math.abs(right) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    if (!module._bandscope_drags_at(...at(event))) return;
    event.preventDefault();
    module._bandscope_wheel(right * (event.deltaMode === 1 ? 33 : 1));
    page.request();
  }, { passive: false });

  // The browser must hear before it starts to scroll that this finger is not for it. A second finger is: it zooms.
  canvas.addEventListener('touchstart', (event) => {
    tapped = false;
    if (event.touches.length === 1 && held !== null) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener('touchend', (event) => {
    if (tapped) event.preventDefault();
  }, { passive: false });

  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Tab') {
      if (!module._bandscope_tab(event.shiftKey ? 1 : 0)) return;
      event.preventDefault();
      page.draw();
      page.reveal();
    } else {
      const key = keys.indexOf(event.key);
      if (key < 0) return;
      // What nothing on the canvas wants stays the browser's: Page Down scrolls the page.
      if (module._bandscope_key(key, 1, event.shiftKey ? 1 : 0)) event.preventDefault();
    }
    page.request();
  });
  canvas.addEventListener('keyup', (event) => {
    const key = keys.indexOf(event.key);
    if (key < 0) return;
    module._bandscope_key(key, 0, event.shiftKey ? 1 : 0);
    page.request();
  });

  canvas.addEventListener('focus', (event) => {
    const from = event.relatedTarget;
    const backward = from && canvas.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
    // By Tab the keyboard comes to the first control, or to the last; otherwise it is where it was.
    module._bandscope_focus(page.quietFocus ? stay : backward ? last : first);
    page.request();
  });
  const letGo = (inside) => {
    held = tap = null;
    module._bandscope_touch(0);
    module._bandscope_blur(inside ? 1 : 0);
    page.request();
  };
  canvas.addEventListener('blur', (event) => letGo(host.contains(event.relatedTarget)));
  window.addEventListener('blur', () => letGo(true));
}
