import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { loadCatalogue } from './i18n.ts'
import type { Catalogue } from './i18n.ts'
import { loadAgain } from './load-again.ts'

/**
 * Like React's `lazy`, for what a page can do without: where it does not load, it is missing until it does. `catalogue`: the
 * texts that it needs, where they may be more than the page's.
 */
export function lazyAgain<Props>(
  load: () => Promise<ComponentType<Props>>,
  catalogue: Catalogue = 'entry',
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await loadAgain(() => Promise.all([load(), loadCatalogue(catalogue)]))
    return { default: component }
  })
}
