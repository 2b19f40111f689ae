import type { ComponentChildren } from 'preact';
import { Icon } from '../icon.tsx';
import { placeBeside } from './place-beside.ts';
import { useEffect, useId, useRef, useSignal } from '../view.ts';

export type MenuItem = {
  label: string;
  /** The outline of its icon. */
  icon?: string;
  /** One of several to choose from, and whether it is chosen. */
  isChosen?: boolean;
  /** A mark before the label. */
  mark?: ComponentChildren;
  /** Where it leads, for a link. */
  href?: string;
  onSelect?: () => void;
};

export type MenuGroup = {
  /** The name of the group, for those who hear it; shown above it as well. */
  label?: string;
  items: readonly MenuItem[];
};

export type MenuButtonProps = {
  /** The name of the button, and of its menu. */
  label: string;
  class?: string;
  groups: readonly MenuGroup[];
  /** What the button shows. */
  children: ComponentChildren;
};

const CHECK = 'M5 12.5l4.5 4.5L19 7.5';
const ITEMS = '[role^=menuitem]';

/**
 * A button with a menu: it opens with a click or the arrow down, arrows, Home, End and first letters move in it, and Escape, Tab, a
 * choice or a click beside it close it.
 */
export function MenuButton({ label, class: more = '', groups, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>();
  const menu = useRef<HTMLDivElement>();
  const id = useId();
  const isOpen = useSignal(false);

  useEffect(() => {
    if (!isOpen.value) return;
    // The items are drawn before the browser opens the menu; it is placed before the menu is painted.
    const frame = requestAnimationFrame(() => {
      if (!place()) return;
      menu.current?.querySelector<HTMLElement>(ITEMS)?.focus();
    });
    addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('resize', place);
    };
  }, [isOpen.value]);

  /** Returns whether the menu is open. */
  function place(): boolean {
    const { current } = menu;
    if (!current?.matches(':popover-open') || !button.current) return false;
    placeBeside(current, button.current);
    return true;
  }

  function close() {
    const hadFocus = menu.current?.contains(document.activeElement);
    menu.current?.hidePopover();
    if (hadFocus) button.current?.focus();
  }

  function choose(item: MenuItem) {
    close();
    item.onSelect?.();
  }

  function move(event: KeyboardEvent) {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const next = itemFor(event.key, items, items.indexOf(document.activeElement as HTMLElement));
    if (event.key === 'Tab') close();
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class={more}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen.value) return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onBeforeToggle={(event) => {
          if (event.newState === 'open') isOpen.value = true;
        }}
        // Not sooner: the browser gives the focus back from an item that is still there.
        onToggle={(event) => {
          if (event.newState === 'closed') isOpen.value = false;
        }}
        onKeyDown={move}
      >
        {(isOpen.value ? groups : []).map((group) => (
          <div role="group" aria-label={group.label} class="menu-group">
            {group.label && (
              <p class="menu-title" aria-hidden="true">
                {group.label}
              </p>
            )}
            {group.items.map((item) => (
              <Item item={item} onChoose={() => choose(item)} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function Item({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const { label, icon, isChosen, mark, href } = item;
  const inside = (
    <>
      {mark ?? (icon && <Icon outline={icon} />)}
      <span class="menu-label">{label}</span>
      {isChosen && <Icon outline={CHECK} />}
    </>
  );
  if (href !== undefined) {
    return (
      <a class="menu-item" role="menuitem" tabIndex={-1} href={href} onClick={onChoose}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      class="menu-item"
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={onChoose}
    >
      {inside}
    </button>
  );
}

/** The item to which a key leads; undefined = it leads to none. */
function itemFor(key: string, items: readonly HTMLElement[], now: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(now + 1) % items.length];
    case 'ArrowUp':
      return items.at(now <= 0 ? -1 : now - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const after = [...items.slice(now + 1), ...items.slice(0, now + 1)];
      return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}
