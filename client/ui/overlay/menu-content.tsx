import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { OpenMenu } from '../controls/menu-button.tsx'
import { cx } from '../cx.ts'
import { useCloseOnLeaving } from './close-overlays.ts'
import { isFocusFree, useMenuButton } from './use-menu-button.ts'

export type MenuItem =
  | { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  /** A line between groups. */
  | 'separator'

type Props = OpenMenu & { items: MenuItem[] }

const itemClass =
  'flex min-h-target items-center gap-3 rounded-control px-3 text-base outline-none select-none data-highlighted:bg-raised [&_svg]:size-5'

export type MenuEntry = Exclude<MenuItem, 'separator'>

/** The open menu of a button. */
export function MenuContent({ items, ...menu }: Props) {
  return (
    <MenuFrame {...menu}>
      {items.map((item, index) =>
        item === 'separator' ? (
          <DropdownMenu.Separator key={index} className="mx-2 my-1.5 h-px bg-line" />
        ) : (
          // The words may change while it is open.
          <MenuRow key={index} item={item} />
        ),
      )}
    </MenuFrame>
  )
}

export function MenuRow({ item }: { item: MenuEntry }) {
  return (
    <DropdownMenu.Item onSelect={item.onSelect} className={cx(itemClass, item.danger ? 'text-danger-ink' : 'text-ink')}>
      {item.icon}
      {item.label}
    </DropdownMenu.Item>
  )
}

type FrameProps = OpenMenu & { className?: string; children: ReactNode }

/** The frame of the items; an invisible trigger over the button gives Radix its place. */
export function MenuFrame({ label, side, anchor, onClose, className, children }: FrameProps) {
  // Within what the button stands in: the page may be another one by the time that the menu is used.
  const container = anchor.current?.closest<HTMLElement>('aside, main') ?? document.querySelector('main')
  useCloseOnLeaving(onClose)
  useMenuButton(anchor)
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return (
    <DropdownMenu.Root open modal={false} dir={direction} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          side={side}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A page that has come meanwhile has the focus at its heading.
            if (isFocusFree(document.activeElement)) anchor.current?.focus()
          }}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-60 animate-enter overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1.5 shadow-float',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
