const WIDTH = 640
const HEIGHT = 400

/** A picture that stands for one side of a document in the demo. Null where none can be drawn. */
export const samplePicture = async (caption: string): Promise<File | null> => {
  const canvas = document.createElement("canvas")
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext("2d")
  if (pen === null) return null
  pen.fillStyle = "#e8ecf2"
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = "#3a4252"
  pen.textAlign = "center"
  pen.font = "bold 64px sans-serif"
  pen.fillText("DEMO", WIDTH / 2, HEIGHT / 2)
  pen.font = "28px sans-serif"
  pen.fillText(caption, WIDTH / 2, HEIGHT / 2 + 60)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"))
  return picture && new File([picture], "demo.png", { type: picture.type })
}
