import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { loadCatalogue } from './i18n.ts'
import type { Catalogue } from './i18n.ts'

/**
 * Like React's `lazy`, for an optional part of a page: while it does not load, it is missing. `catalogue`: the texts that it
 * needs, where they may be more than the page's.
 */
export function lazyAgain<Props>(
  load: () => Promise<ComponentType<Props>>,
  catalogue: Catalogue = 'entry',
): LazyExoticComponent<ComponentType<Props>> {
  return lazyWithRetry(async () => {
    const [component] = await Promise.all([load(), loadCatalogue(catalogue)])
    return component
  })
}
