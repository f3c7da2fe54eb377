import { domain, notSynced } from '../../../infra/domain.ts'
import { {{Name}} } from './entity.ts'
import { {{name}}Routes } from './routes.ts'

export const {{plural}} = domain({ name: '{{names}}', entities: [notSynced({{Name}})], routes: {{name}}Routes })
