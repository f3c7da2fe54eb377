import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Toaster } from 'sonner'

/** Effects of children run first: when this one runs, Sonner listens. */
export function SonnerToaster({ theme, onMounted }: { theme: 'dark' | 'light'; onMounted: () => void }) {
  const { t } = useLingui()
  useEffect(onMounted, [onMounted])
  return (
    <Toaster
      theme={theme}
      dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
      // Below, away from the heading; above tabs, the field of a conversation, and the main buttons of a page.
      position="bottom-center"
      offset={{ bottom: 'calc(var(--below) + var(--edge-bar) + 1rem)' }}
      mobileOffset={{ bottom: 'calc(var(--below) + var(--edge-bar) + 0.75rem)' }}
      containerAriaLabel={t`Notifications`}
      toastOptions={{
        style: {
          background: 'var(--overlay)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          borderRadius: 'var(--radius-control)',
          fontFamily: 'var(--font-sans)',
          fontSize: '0.9375rem',
        },
        actionButtonStyle: {
          height: 'var(--target)',
          paddingInline: '1rem',
          borderRadius: 'var(--radius-control)',
          background: 'var(--accent)',
          color: 'var(--on-accent)',
          fontSize: '0.9375rem',
        },
      }}
    />
  )
}
