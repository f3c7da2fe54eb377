import type { ReactNode } from 'react'

/** The page of an offer, in the middle of the screen. */
export function Middle({ children }: { children: ReactNode }) {
  return (
    <main className="safe-x mx-auto grid w-full max-w-md flex-1 content-center justify-items-center gap-4 py-10 text-center">
      {children}
    </main>
  )
}
