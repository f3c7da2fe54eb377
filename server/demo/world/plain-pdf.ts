/** A page of A4 with a title and lines below it, as a PDF 1.4 (ISO 32000-1, 7.5). Letters beyond Latin-1 become `?`. */
export function plainPdf(title: string, lines: readonly string[]): Buffer {
  const text = [`/F 24 Tf 72 760 Td (${escaped(title)}) Tj`, '/F 12 Tf 0 -20 Td', ...lines.map(line)].join('\n')
  const stream = `BT\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${latin(stream).length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let pdf = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(latin(pdf).length)
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${table}`
  return latin(`${pdf}${xref}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${latin(pdf).length}\n%%EOF\n`)
}

function line(text: string): string {
  return `0 -18 Td (${escaped(text)}) Tj`
}

function escaped(text: string): string {
  return text.replaceAll(/[^\u0020-\u00ff]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
