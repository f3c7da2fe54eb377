import { lazyWithRetry } from './lazy-with-retry.ts'
import { MenuButton } from './menu-button.tsx'
import type { MenuButtonProps } from './menu-button.tsx'
import type { MenuItem } from './overlay/menu-content.tsx'

const load = () => import('./overlay/menu-content.tsx')
const MenuContent = lazyWithRetry(async () => (await load()).MenuContent)

type Props = Omit<MenuButtonProps, 'preload' | 'content'> & { items: MenuItem[] }

/** A button that opens a menu of `items`. */
export function Menu({ items, ...button }: Props) {
  return (
    <MenuButton {...button} preload={() => void load()} content={(menu) => <MenuContent {...menu} items={items} />} />
  )
}
