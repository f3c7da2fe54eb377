import { domain } from '../../../infra/domain.ts'
import { noteCountry } from './note-country.ts'

/** The countries in which accounts are. */
export const geo = domain({ name: 'geo', countrySeen: noteCountry })
