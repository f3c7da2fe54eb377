import { relative, sep } from 'node:path'
import { borderCrossed, misplaced } from './borders.ts'

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

export default { meta: { name: 'vesper' }, rules: { borders } }
