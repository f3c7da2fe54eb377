/** Paints white behind what is drawn: JPEG has no transparency, and browsers write black in its place. */
export function flattenTransparency(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): void {
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}
