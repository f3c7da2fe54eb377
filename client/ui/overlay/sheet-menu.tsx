import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { OpenMenu } from '../controls/menu-button.tsx'
import { MenuFrame, MenuRow } from './menu-content.tsx'
import type { MenuEntry } from './menu-content.tsx'

/** `label` stands above the entries; null for entries that need none. */
export type MenuGroup = { label: string | null; items: MenuEntry[] }

type Props = OpenMenu & { groups: MenuGroup[]; head: ReactNode }

/** A menu in groups: a sheet over the whole height on a phone. */
export function SheetMenu({ groups, head, ...menu }: Props) {
  const { t } = useLingui()
  return (
    <MenuFrame {...menu} className="menu-sheet">
      <div className="flex items-center gap-3 p-3 md:hidden">
        <div className="min-w-0 flex-1">{head}</div>
        <DropdownMenu.Item
          aria-label={t`Close`}
          className="grid size-target shrink-0 place-items-center rounded-full text-muted outline-none data-highlighted:bg-raised"
        >
          <X aria-hidden="true" className="size-5" />
        </DropdownMenu.Item>
      </div>
      {groups.map(({ label, items }, index) => (
        <DropdownMenu.Group
          key={label ?? index}
          {...(label ? { 'aria-label': label } : {})}
          className="border-t border-line pt-1.5 pb-1.5 first-of-type:border-0"
        >
          {label && (
            <DropdownMenu.Label aria-hidden="true" className="px-3 pt-1 pb-0.5 text-xs font-semibold text-faint">
              {label}
            </DropdownMenu.Label>
          )}
          {items.map((item, place) => (
            // The words may change while it is open.
            <MenuRow key={place} item={item} />
          ))}
        </DropdownMenu.Group>
      ))}
    </MenuFrame>
  )
}
