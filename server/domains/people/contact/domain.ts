import { domain, notSynced } from '../../../infra/domain.ts'
import { ContactMessage } from './entity.ts'
import { contactRoutes } from './routes.ts'

/** Messages of the contact form. */
export const contact = domain({ name: 'contact', entities: [notSynced(ContactMessage)], routes: contactRoutes })
