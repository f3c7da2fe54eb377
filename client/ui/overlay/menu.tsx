import { MenuButton } from '../controls/menu-button.tsx'
import type { MenuButtonProps } from '../controls/menu-button.tsx'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import type { MenuItem } from './menu-content.tsx'

const load = () => import('./menu-content.tsx')
const MenuContent = lazyWithRetry(async () => (await load()).MenuContent)

type Props = Omit<MenuButtonProps, 'preload' | 'content'> & { items: MenuItem[] }

/** A button that opens a menu of `items`. */
export function Menu({ items, ...button }: Props) {
  return (
    <MenuButton {...button} preload={() => void load()} content={(menu) => <MenuContent {...menu} items={items} />} />
  )
}
