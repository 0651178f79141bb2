import { UsdtAddView } from "./usdt-add-view.tsx"
import { useUsdtAdd } from "./use-usdt-add.ts"

/** Adds an address of the member's own wallet. */
export const UsdtAdd = () => <UsdtAddView variant="own" {...useUsdtAdd()} />
