import { urlOf } from "../../navigation/routes.ts"

/** The URL of the article on a topic; the page asks the server which article that is. */
export const topicUrl = (topic: "help" | "password"): string => urlOf("agreement", { topic })
