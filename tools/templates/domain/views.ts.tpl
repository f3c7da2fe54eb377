import type { {{Name}} as {{Name}}View } from '@vesper/sync/vesper/api/{{names}}.ts'
import type { {{Name}} } from './entity.ts'

export function {{name}}View({ id, text, createdAt }: {{Name}}): {{Name}}View {
  return { _id: id, text, createdAt: createdAt.toISOString() }
}
