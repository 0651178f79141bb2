import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in Vietnamese. */
export const helpVn: TranslationOf<typeof helpArticles> = {
  "help-login": {
    title: "Đăng nhập và đăng ký",
    html: `
      <h2>Cần có mã giới thiệu</h2>
      <p>Mỗi thành viên có một mã và có thể chia sẻ trong mục <em>Mời bạn bè</em>. Trong bản demo, máy chủ hiển thị một mã khi khởi động.</p>
      <h2>Tên đăng nhập và mật khẩu</h2>
      <p>Tên đăng nhập gồm 3 đến 32 chữ cái hoặc chữ số; sau ký tự đầu có thể dùng dấu chấm, gạch nối và gạch dưới. Mật khẩu gồm 8 đến 64 ký tự; những mật khẩu
      có trong mọi danh sách mật khẩu bị đoán ra đều không được chấp nhận.</p>
      <h2>Khi không đăng nhập được</h2>
      <p>Sai tên và sai mật khẩu đều nhận cùng một câu trả lời, để không ai dò được ai là thành viên. Sau nhiều lần sai, hệ thống trả lời chậm hơn trong một thời
      gian. Tài khoản của quý khách không bao giờ bị khóa.</p>`,
  },
  "help-forgot-password": {
    title: "Quên mật khẩu",
    html: `
      <p>Không ai tra cứu được mật khẩu của quý khách: hệ thống chỉ lưu mã băm. Cũng không thể đặt lại qua email vì dịch vụ không biết địa chỉ email của quý
      khách.</p>
      <p>Hãy yêu cầu mật khẩu mới bằng nút bên dưới và cho biết cách liên hệ. Sau khi bộ phận chăm sóc khách hàng xác nhận đúng là quý khách, quý khách nhận một mã
      dùng một lần, có hiệu lực trong nửa giờ. Quý khách dùng mã đó để đặt mật khẩu mới và mọi phiên đăng nhập sẽ kết thúc. Không ai bao giờ hỏi mật khẩu cũ, mã
      xác nhận hay yêu cầu quý khách thanh toán.</p>
      <p>Bản demo không có người trực: hãy đăng ký tài khoản mới bằng mã do máy chủ hiển thị.</p>`,
  },
  "help-prices": {
    title: "Giá đến từ đâu",
    html: `
      <p>Thị trường tiêu chuẩn phát lại một chuỗi lịch sử đã công bố, nhanh hơn thực tế: một ngày trong bản demo kéo dài một phút. Dòng thông báo trên màn hình
      nêu rõ nguồn.</p>
      <p>Lịch sử đã công bố có một thanh giá cho mỗi ngày hoặc mỗi tháng. Biến động bên trong thanh giá được tính ngẫu nhiên giữa các mức mở, cao nhất, thấp nhất
      và đóng có thật, và được đánh dấu là dữ liệu tổng hợp ở mọi nơi biểu đồ hiển thị.</p>
      <p>Mức giá cũ hơn ba giây được đánh dấu là cũ, và việc mua phải chờ đến khi có giá mới.</p>`,
  },
  "help-deposits": {
    title: "Cách nạp tiền",
    html: `
      <ol>
        <li>Chọn mạng. Địa chỉ hiển thị kèm mã để quét và nút sao chép.</li>
        <li>Nhập số tiền và thêm hình ảnh chứng từ chuyển tiền.</li>
        <li>Lần nạp được xét duyệt. Quý khách xem trạng thái, và lý do nếu bị từ chối, trong Lịch sử nạp tiền.</li>
      </ol>
      <p>Trong bản demo, <strong>không gửi bất cứ thứ gì</strong>: các địa chỉ là hư cấu và hình ảnh nào cũng được. Hệ thống tự xét duyệt sau vài giây, ghi có mọi
      lần nạp trừ những lần có số tiền kết thúc bằng .13; các lần này bị từ chối để quý khách xem được cả kết quả đó.</p>`,
  },
  "help-withdrawals": {
    title: "Cách rút tiền",
    html: `
      <p>Trước tiên hãy thêm thẻ ngân hàng hoặc địa chỉ tiền mã hóa. Nơi nhận mới phải qua thời gian chờ hiển thị bên cạnh rồi mới dùng được; bản demo không có
      thời gian chờ.</p>
      <p>Màn hình cho biết số tiền thực nhận trước khi quý khách xác nhận: số tiền rút trừ chi phí của chính mạng, nếu có. Trong lúc xét duyệt, số tiền được
      tạm giữ. Nếu yêu cầu bị từ chối, toàn bộ số tiền được hoàn lại ngay kèm lý do.</p>
      <p>Rút tiền không bao giờ cần phí, thuế, điểm tín nhiệm hay nạp thêm. Nếu ai đó nói khác, đó là lừa đảo.</p>
      <p>Trong bản demo, mọi lệnh rút đều được chi trả, trừ những lệnh có số tiền kết thúc bằng .13.</p>`,
  },
  "help-verification": {
    title: "Xác minh danh tính và điểm tín nhiệm",
    html: `
      <p>Để xác minh, quý khách nhập họ tên và số giấy tờ, rồi thêm ảnh mặt trước và mặt sau giấy tờ. Trong bản demo, vui lòng dùng <strong>thông tin hư cấu và
      hình ảnh bất kỳ</strong>. Bản demo từ chối các số giấy tờ kết thúc bằng 13 để quý khách xem được kết quả này.</p>
      <h2>Điểm tín nhiệm</h2>
      <p>Điểm khởi đầu là 500. Xác minh danh tính được cộng 200 điểm. Mỗi lần nạp đã ghi có được cộng 10, mỗi hợp đồng đã kết thúc được cộng 2 dù lãi hay lỗ, mỗi
      tuần tham gia được cộng 1; ba khoản này mỗi khoản tối đa 100. Số tiền và kết quả không được tính.</p>
      <p>Điểm chỉ mô tả tài khoản của quý khách, không bao giờ quyết định việc quý khách có được rút tiền hay không.</p>`,
  },
}
