import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in Vietnamese. */
export const agreementsVn: TranslationOf<typeof agreementArticles> = {
  "agreement-membership": {
    title: "Thỏa thuận thành viên",
    html: `
      <h2>1. Nội dung dịch vụ</h2>
      <p>Dịch vụ cung cấp một tài khoản để mở các vị thế đòn bẩy mô phỏng, cùng các ghi chép liên quan. Khi dòng thông báo trên các màn hình có số tiền cho biết
      thị trường là mô phỏng, số dư không có giá trị tiền tệ và không thể đổi thành tiền.</p>
      <h2>2. Tài khoản của quý khách</h2>
      <p>Mỗi người chỉ có một tài khoản. Cần có mã giới thiệu để mở tài khoản. Hãy chọn mật khẩu không dùng ở bất kỳ nơi nào khác. Khi đổi mật khẩu, mọi phiên
      đăng nhập khác đều kết thúc.</p>
      <h2>3. Tiền của quý khách</h2>
      <p>Số dư khả dụng là của quý khách, có thể sử dụng hoặc rút bất cứ lúc nào. Số tiền đầu tư trong hợp đồng đang mở và số tiền chờ duyệt được hiển thị
      riêng. Việc rút tiền không đòi hỏi trước bất kỳ khoản phí, điểm tín nhiệm hay khoản thanh toán nào; chi phí của chính mạng, nếu có, được nêu trước
      và trừ vào số tiền rút.</p>
      <h2>4. Điều chỉnh</h2>
      <p>Nếu phải điều chỉnh số dư, việc điều chỉnh được ghi thành một bút toán riêng với lý do và mã tham chiếu mà quý khách xem được. Các bút toán trước không
      bao giờ bị sửa đổi.</p>
      <h2>5. Chấm dứt</h2>
      <p>Quý khách có thể ngừng sử dụng bất cứ lúc nào: đóng hợp đồng hoặc chờ đến hạn, rút tiền, rồi yêu cầu bộ phận chăm sóc khách hàng đóng tài khoản.</p>`,
  },
  "agreement-contracts": {
    title: "Điều khoản hợp đồng",
    html: `
      <p>Trong các điều khoản này, <em>S</em> là số tiền đầu tư, <em>L</em> là đòn bẩy, <em>E</em> là giá mở, <em>X</em> là giá đóng, <em>c</em> là tỷ lệ phí
      giao dịch, còn <em>d</em> bằng +1 với chiều lên và −1 với chiều xuống.</p>
      <h2>Lãi/lỗ</h2>
      <table>
        <thead><tr><th scope="col">Khoản mục</th><th scope="col">Cách tính</th></tr></thead>
        <tbody>
          <tr><td>Lãi/lỗ trước phí</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Phí giao dịch</td><td>c · S · L</td></tr>
          <tr><td>Lãi/lỗ ròng</td><td>Lãi/lỗ trước phí trừ phí giao dịch, không bao giờ thấp hơn −S</td></tr>
          <tr><td>Số tiền hoàn trả</td><td>S cộng lãi/lỗ ròng</td></tr>
        </tbody>
      </table>
      <p>Số tiền được tính chính xác và chỉ làm tròn một lần, đến kobo. Nửa kobo được làm tròn về số chẵn gần nhất.</p>
      <h2>Mở và đóng</h2>
      <ul>
        <li>Mở: mức giá đầu tiên sau khi lệnh được tiếp nhận.</li>
        <li>Đóng khi đến hạn: mức giá cuối cùng tại thời điểm đến hạn hoặc trước đó.</li>
        <li>Đóng trước hạn: mức giá đầu tiên sau khi yêu cầu đóng được tiếp nhận.</li>
        <li>Đóng bắt buộc: mức giá đầu tiên chạm hoặc vượt giá đóng bắt buộc hiển thị trên màn hình đặt lệnh.</li>
      </ul>
      <h2>Hủy lệnh</h2>
      <p>Lệnh bị hủy và toàn bộ số tiền đầu tư được hoàn lại khi không có giá trong thời gian đã nêu, hoặc khi giá mở bất lợi hơn mức trượt giá cho phép.</p>`,
  },
  "agreement-privacy": {
    title: "Quyền riêng tư",
    html: `
      <h2>Những gì được lưu giữ</h2>
      <ul>
        <li>Tên đăng nhập; mật khẩu chỉ được lưu dưới dạng mã băm, không thể đọc ngược lại.</li>
        <li>Các bút toán, hợp đồng, lần nạp tiền và rút tiền.</li>
        <li>Số thẻ ngân hàng, họ tên thật và số giấy tờ, tất cả đều được mã hóa. Ứng dụng che phần lớn các ký tự của số thẻ và số giấy tờ, kể cả với chính quý
        khách.</li>
        <li>Hình ảnh quý khách tải lên làm chứng từ hoặc để xác minh danh tính. Hình ảnh được vẽ lại trên máy chủ để loại bỏ dữ liệu ẩn, chẳng hạn nơi chụp ảnh.
        Chỉ quý khách và người xét duyệt mới xem được.</li>
      </ul>
      <h2>Những gì không được lưu giữ</h2>
      <p>Không mã định danh quảng cáo, không danh bạ, không vị trí. Ứng dụng không tải bất cứ thứ gì từ công ty khác.</p>
      <h2>Trên thiết bị của quý khách</h2>
      <p>Ứng dụng giữ nhật ký những thao tác đã thực hiện để việc tải lại trang không làm mất gì. Mật khẩu, mã phiên, số giấy tờ, số thẻ và hình ảnh không bao
      giờ nằm trong đó.</p>`,
  },
}
