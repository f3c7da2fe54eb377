import { useEffect, useReducer } from 'react'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import type { Layout } from '../page-rules.ts'

// A page needs one of these, and the first pages have a budget.
const loaders = {
  app: async () => (await import('./signed-in/signed-in-layout.tsx')).AppChrome,
  visitor: async () => (await import('./visitor-frame.tsx')).VisitorFrame,
  public: async () => (await import('./public/public-layout.tsx')).PublicLayout,
  suspended: async () => (await import('./suspended-layout.tsx')).SuspendedLayout,
  closed: async () => (await import('./maintenance-layout.tsx')).ClosedLayout,
}

type Kind = keyof typeof loaders
type Frames = { [K in Kind]?: Awaited<ReturnType<(typeof loaders)[K]>> }

// Not `lazy`: React shows what has suspended 300 ms later at the earliest, however soon it is there.
let loaded: Frames = {}

/**
 * Loads what stands around the pages of a layout, for whoever is `signedIn` or not. One that does not load is asked for again
 * when it is drawn.
 */
export async function loadLayout(layout: Layout = 'primary', signedIn = true): Promise<void> {
  const kind = kindOf(layout, signedIn)
  if (kind) await load(kind).catch((error: unknown) => console.warn(error))
}

/** The loaded frames around pages; draws again when that of `layout` is loaded. */
export function useLayouts(layout: Layout, signedIn: boolean): Frames {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const kind = kindOf(layout, signedIn)
    if (kind && !loaded[kind]) void importWithRetry(() => load(kind)).then(drawAgain)
  }, [layout, signedIn])
  return loaded
}

async function load(kind: Kind): Promise<void> {
  if (loaded[kind]) return
  // Somebody whose token is refused becomes a visitor, with or without a line.
  if (kind === 'app') void load('visitor').catch((error: unknown) => console.warn(error))
  const frame = await loaders[kind]()
  // Another kind may have come meanwhile.
  loaded = { ...loaded, [kind]: frame }
}

function kindOf(layout: Layout, signedIn: boolean): Kind | null {
  if (layout === 'blank') return null
  if (layout === 'public') return 'public'
  if (layout === 'suspended') return 'suspended'
  if (layout !== 'primary' && layout !== 'home') return 'closed'
  return signedIn ? 'app' : 'visitor'
}
