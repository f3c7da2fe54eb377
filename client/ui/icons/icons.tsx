import type { ReactNode } from 'react'

/** The icons of the very first page, drawn here: the icon library stays out of what is loaded first. */
type Props = { className?: string }

export function CloudOffGlyph(props: Props) {
  return (
    <Glyph {...props}>
      <path d="m2 2 20 20M5.8 5.8A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.3-.2M21.5 16.5A4.5 4.5 0 0 0 17.5 10h-1.8a7 7 0 0 0-5-4.9" />
    </Glyph>
  )
}

export function MoonGlyph(props: Props) {
  return (
    <Glyph {...props}>
      <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a6.6 6.6 0 0 0 10.5 10.5zM17 3v4M15 5h4" />
    </Glyph>
  )
}

function Glyph({ className = 'size-6', children }: Props & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
