/** The areas of a case file. An area "x.y" is driven by the entry "x.y", else by "x". */
import type { Area } from "./area.ts"
import { argumentsArea } from "./areas/arguments.ts"
import { gestureArea } from "./areas/gesture.ts"
import { localeArea } from "./areas/locale.ts"
import { modalArea } from "./areas/modal.ts"
import { navigationArea } from "./areas/navigation.ts"
import { requestArea } from "./areas/request.ts"
import { scrollArea } from "./areas/scroll.ts"
import { storageArea } from "./areas/storage.ts"
import { swiperArea } from "./areas/swiper.ts"
import { toastArea } from "./areas/toast.ts"
import { unitsArea } from "./areas/units.ts"
import { uploadArea } from "./areas/upload.ts"

const areas: Readonly<Record<string, Area>> = {
  request: requestArea,
  upload: uploadArea,
  arguments: argumentsArea,
  storage: storageArea,
  units: unitsArea,
  locale: localeArea,
  navigation: navigationArea,
  lifecycle: navigationArea,
  asyncPage: navigationArea,
  toast: toastArea,
  modal: modalArea,
  gesture: gestureArea,
  scroll: scrollArea,
  swiper: swiperArea,
}

export const areaOf = (name: string): Area | undefined => {
  const names = [name, name.split(".")[0] ?? name]
  return names.map((known) => (Object.hasOwn(areas, known) ? areas[known] : undefined)).find((area) => area)
}
