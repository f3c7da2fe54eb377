import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../features/contact/contact-page.tsx'

export const Route = createFileRoute('/contact')({
  staticData: { layout: 'primary', whileSuspended: true, catalogues: ['lists'], title: msg`Contact` },
  component: () => <ContactPage />,
})
