import type { Mutation } from './mutation.ts'

const FOLDER = 'server/domains/content/products/downloads'
const TESTS = `${FOLDER}/downloads.pg.test.ts`
const COPIED = 'a copied link is for its viewer, for its time, and for nothing else'
const TWENTY = 'answers twenty calls for one product in a day, also when calls come at once'

/** Downloads of files that were bought. */
export const downloads: Mutation[] = [
  {
    name: 'a file waits 14 days for a consent',
    file: `${FOLDER}/downloadable.ts`,
    find: '  await requireConsent(em, viewer, product)\n',
    replace: '',
    tests: [TESTS],
    title: 'a file that was bought without agreeing to get it at once opens after 14 days',
  },
  {
    name: 'a file that was not agreed to opens after 14 days, not before',
    file: `${FOLDER}/downloadable.ts`,
    find: `interval '14 days'`,
    replace: `interval '13 days'`,
    tests: [TESTS],
    title: 'a file that was bought without agreeing to get it at once opens after 14 days',
  },
  {
    name: 'a file is for those who own it',
    file: `${FOLDER}/downloadable.ts`,
    find: `if (access !== 'open' || !mayDownload(product, relation)) {`,
    replace: 'if (false) {',
    tests: [TESTS],
    title: 'the file of a product is saved under its name by its seller and its owners',
  },
  {
    name: 'a product of which the viewer may not know has no file',
    file: `${FOLDER}/downloadable.ts`,
    find: `  if (access === 'hidden') throw noAsset('product')\n`,
    replace: '',
    tests: [TESTS],
  },
  {
    name: 'a link has the signature of the server',
    file: `${FOLDER}/download-link.ts`,
    find: 'return isSame(sign(secret, asked), asked.signature) && ',
    replace: 'return ',
    tests: [TESTS, `${FOLDER}/download-link.test.ts`],
  },
  {
    name: 'a link has an end',
    file: `${FOLDER}/download-link.ts`,
    find: ' && asked.expires * 1000 > now.getTime()',
    replace: '',
    tests: [TESTS],
    title: COPIED,
  },
  {
    name: 'a link is for its viewer',
    file: `${FOLDER}/mount-downloads.ts`,
    find: 'if (userId !== asked.viewerId) throw',
    replace: 'if (false) throw',
    tests: [TESTS],
    title: COPIED,
  },
  {
    name: 'a link ends with its right',
    file: `${FOLDER}/mount-downloads.ts`,
    find: ' || !isFor(asked, held.right)',
    replace: '',
    tests: [TESTS],
    title: 'a link ends with the right that it was made for, and does not come back with another',
  },
  {
    name: 'the right to a file is looked up each time',
    file: 'server/content/viewers.ts',
    find: 'and e.revoked_at is null and e.object_id',
    replace: 'and e.object_id',
    tests: [TESTS],
    title: 'a link ends with the right that it was made for, and does not come back with another',
  },
  {
    name: 'the answers of a day are counted in turn',
    file: `${FOLDER}/routes.ts`,
    find: "  await lock(tx, 'downloads', `${userId} ${productId}`)\n",
    replace: '',
    tests: [TESTS],
    title: TWENTY,
  },
  {
    name: 'a day has twenty answers',
    file: `${FOLDER}/routes.ts`,
    find: 'if (first) throw',
    replace: 'if (false) throw',
    tests: [TESTS],
    title: TWENTY,
  },
  {
    name: 'a buyer has the file of the order',
    file: 'server/domains/content/assets/sold-files.ts',
    find: '[bought, present, there.slice(-1)]',
    replace: '[present, there.slice(-1)]',
    tests: [`${FOLDER}/sold-files.pg.test.ts`],
    title: 'a buyer keeps the file that was bought, and who buys later has the new one',
  },
  {
    name: 'a line that was given back gives no file',
    file: 'server/domains/content/assets/sold-files.ts',
    find: `where o.buyer_id = ? and l.product_id = ? and l.refunded_quantity < l.quantity`,
    replace: 'where o.buyer_id = ? and l.product_id = ?',
    tests: [`${FOLDER}/sold-files.pg.test.ts`],
    title: 'a buyer who gave a file back and is given the product has the present file',
  },
  {
    name: 'a file that is swapped waits for its buyers',
    file: 'server/domains/content/assets/sold-files.ts',
    find: `  await tx.em.execute('select 1 from asset where id = ? for update', [productId])\n`,
    replace: '',
    tests: [`${FOLDER}/sold-files.pg.test.ts`],
    title: 'a buyer and a seller who swaps the file meet, and the buyer has what the order names',
  },
  {
    name: 'a product that somebody owns is archived',
    file: 'server/domains/content/assets/sold-files.ts',
    find: 'revokedAt: null })) > 0',
    replace: 'revokedAt: null })) > Infinity',
    tests: ['server/domains/content/products/product-files.pg.test.ts'],
    title: 'a digital product on sale keeps its file, and one that somebody owns is archived',
  },
]
