import { relative, sep } from 'node:path'
import { borderCrossed, misplaced } from './borders.ts'
import { misnamed } from './export-names.ts'

type Source = { type: string; value?: unknown }
type Importing = { source: Source | null }
type Context = { physicalFilename: string; report: (finding: { message: string; node: Source }) => void }

const root = `${import.meta.dirname}/../..`

/** The rule `vesper/borders` for oxlint: reports misplaced files and every import that `borders.ts` refuses, also of types. */
const borders = {
  create(context: Context) {
    const file = relative(root, context.physicalFilename).split(sep).join('/')
    const check = ({ source }: Importing) => {
      if (source === null || typeof source.value !== 'string') return
      const message = borderCrossed(file, source.value)
      if (message !== null) context.report({ message, node: source })
    }
    return {
      Program: (node: Source) => {
        const message = misplaced(file)
        if (message !== null) context.report({ message, node })
      },
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}

/** The rule `vesper/export-names` for oxlint: reports files without an export that fits their name. */
const exportNames = {
  create(context: Context) {
    const file = relative(root, context.physicalFilename).split(sep).join('/')
    return {
      Program: (node: Source & { body: Statement[] }) => {
        const message = misnamed(file, [...new Set(node.body.flatMap(exportedBy))])
        if (message !== null) context.report({ message, node })
      },
    }
  },
}

type Named = { type: string; name?: string; value?: unknown }
type Pattern = Named & { properties?: { value?: Pattern; argument?: Pattern }[] }
type Statement = {
  type: string
  declaration?: (Source & { id?: Named | null; declarations?: { id: Pattern }[] }) | null
  specifiers?: { exported: Named }[]
}

/** Names that a statement exports; `export * from` tells none. */
function exportedBy({ type, declaration, specifiers = [] }: Statement): string[] {
  if (type !== 'ExportNamedDeclaration') return type === 'ExportDefaultDeclaration' ? namesOf(declaration?.id) : []
  const declared = declaration?.declarations?.flatMap(({ id }) => namesOf(id)) ?? namesOf(declaration?.id)
  return [...declared, ...specifiers.flatMap(({ exported }) => namesOf(exported))]
}

/** `{ a, b: c, ...d }` names `a`, `c` and `d`. */
function namesOf(pattern: Pattern | null | undefined): string[] {
  if (!pattern) return []
  if (pattern.properties) return pattern.properties.flatMap(({ value, argument }) => namesOf(value ?? argument))
  return [pattern.name ?? String(pattern.value)]
}

export default { meta: { name: 'vesper' }, rules: { borders, 'export-names': exportNames } }
