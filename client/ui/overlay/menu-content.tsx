import { DropdownMenu } from 'radix-ui'
import { cx } from '../cx.ts'
import type { OpenMenu } from '../menu-button.tsx'
import type { MenuItem } from '../menu.tsx'

type Props = OpenMenu & { items: MenuItem[] }

const itemClass =
  'flex min-h-target items-center gap-3 rounded-control px-3 text-base outline-none select-none data-highlighted:bg-raised [&_svg]:size-5'

/** The open menu; an invisible trigger over the button gives Radix its place. */
export function MenuContent({ label, items, side, anchor, onClose }: Props) {
  // Within what the button stands in: the page may be another one by the time that the menu is used.
  const container = anchor.current?.closest<HTMLElement>('aside, main') ?? document.querySelector('main')
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
            anchor.current?.focus()
          }}
          className="z-50 min-w-60 animate-enter rounded-card border border-line bg-surface p-1.5 shadow-float"
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              <DropdownMenu.Separator key={index} className="mx-2 my-1.5 h-px bg-line" />
            ) : (
              <DropdownMenu.Item
                // The words may change while it is open.
                key={index}
                onSelect={item.onSelect}
                className={cx(itemClass, item.danger ? 'text-danger-ink' : 'text-ink')}
              >
                {item.icon}
                {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
