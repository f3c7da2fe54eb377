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
      // Below, away from the heading; on a phone above the tabs, or above the field of a conversation.
      position="bottom-center"
      mobileOffset={{ bottom: 'calc(var(--below) + 0.75rem)' }}
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
