// `npm run new -- domain shop/promo-codes` writes a domain that works online: its folders on the server and the client, its
// schemas in sync, its migration, and its rows in `server/domains.ts`, in the access table and in the map of browser tests.
import { writeNewDomain } from './new-domain.ts'
import { root, run } from './run.ts'

const [kind, name = ''] = process.argv.slice(2)
if (kind !== 'domain') throw new Error('Usage: npm run new -- domain <wing>/<name>, such as shop/promo-codes')
const written = await writeNewDomain(root, name)
for (const file of written) console.log(`  ${file}`)
await run('oxfmt', written, { output: 'kept' })
const change = name.split('/').at(-1)?.replaceAll('-', '_') ?? ''
const { code, output } = await run('npm', ['run', 'migration', '-w', 'server', '--', change], { output: 'kept' })
console.log(output.trim())
if (code !== 0)
  throw new Error(`The migration could not be written. Mend the entity, then: npm run migration -w server -- ${change}`)
console.log(
  `Next: npx vitest run ${name.split('/').at(-1)}, then make the fields, rules and texts your own (server/README.md, "Add a domain").`,
)
