import sharp from 'sharp';

/** A picture of a gate in the dusk, as far as two colours make one. */
export async function gatePicture(width = 1200): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const height = Math.round((width * 9) / 16);
  const gate = await sharp({
    create: {
      width: Math.round(width / 3),
      height: Math.round(height / 1.4),
      channels: 3,
      background: '#d8b36a',
    },
  })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#1c3550' } })
    .composite([{ input: gate, gravity: 'south' }])
    .jpeg()
    .toBuffer();
  return { name: '../../gate.png', mimeType: 'image/png', buffer };
}
