import type { ReactNode } from 'react'

/** What stands over a picture that is not shown: the way to it, or why. */
export function PictureWord({ children }: { children: ReactNode }) {
  return <span className="absolute inset-0 grid place-items-center bg-veil px-3 text-sm text-white">{children}</span>
}
