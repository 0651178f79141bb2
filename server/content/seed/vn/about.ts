import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in Vietnamese. */
export const aboutVn: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Financial Links là gì",
    html: `
      <p>Với Financial Links, quý khách mở vị thế theo chiều giá lên hoặc xuống, với kỳ hạn và số tiền đầu tư do mình chọn. Điều đầu tiên quý khách thấy là
      mức lỗ tối đa, và khoản lỗ không bao giờ vượt quá số tiền đầu tư đó.</p>
      <h2>Quý khách đang xem gì</h2>
      <p>Trừ khi dòng thông báo ở đầu các màn hình có số tiền nêu khác, <strong>đây là mô phỏng</strong>. Giá phát lại một chuỗi lịch sử đã công bố, tiền không
      phải là tiền thật và các địa chỉ nạp tiền không thuộc về ai. Tuyệt đối không gửi bất cứ tài sản có giá trị nào đến các địa chỉ này.</p>
      <h2>Dịch vụ có thu nhập từ đâu</h2>
      <p>Mỗi hợp đồng chịu phí giao dịch tính trên giá trị vị thế, tức số tiền đầu tư nhân với đòn bẩy. Màn hình đặt lệnh nêu rõ khoản phí này bằng naira trước
      khi quý khách xác nhận. Giá không bị cộng thêm chênh lệch, giữ hợp đồng không mất phí và đóng trước hạn cũng không mất phí.</p>
      <h2>Vì sao quý khách có thể kiểm tra chúng tôi</h2>
      <ul>
        <li>Mọi thay đổi số dư là một bút toán quý khách có thể xem trong mục Biến động số dư, kèm lý do và hợp đồng, lần nạp tiền hoặc lần rút tiền tương
        ứng.</li>
        <li>Mọi mức giá quyết định kết quả hợp đồng đều là một mắt xích trong chuỗi: mỗi mắt xích chứa dấu vân tay của mắt xích trước, nên không thể thay đổi
        một mức giá về sau mà không làm đứt chuỗi.</li>
        <li>Quy tắc tất toán hợp đồng trong ứng dụng này và trên máy chủ là một. Trang chi tiết của hợp đồng có đủ mọi thông tin cần thiết để tính lại kết
        quả.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Cách chúng tôi làm việc",
    html: `
      <h2>Nói về chi phí trước</h2>
      <p>Màn hình đặt lệnh mở đầu bằng mức lỗ tối đa. Tiếp theo là phí giao dịch, giá hòa vốn và mức giá mà tại đó hợp đồng kết thúc. Khoản lãi có thể có được
      nêu sau cùng.</p>
      <h2>Cho thấy cả hai mặt của một con số</h2>
      <p>Lãi/lỗ bình quân luôn được hiển thị cùng tỷ lệ hợp đồng bị lỗ. Cả hai được tính từ các hợp đồng đã tất toán hoặc, khi số hợp đồng còn quá ít, từ lịch
      sử giá đã công bố. Không ai nhập tay những con số này.</p>
      <h2>Không thúc ép</h2>
      <p>Không có đồng hồ đếm ngược thúc giục giao dịch, không chuỗi ngày liên tiếp, không huy hiệu, không có tiền thưởng buộc phải giao dịch mới được rút.</p>
      <h2>Biết, hoặc nói rằng chưa biết</h2>
      <p>Khi kết nối bị ngắt giữa chừng lúc đặt lệnh, ứng dụng không phỏng đoán. Ứng dụng báo rằng đang kiểm tra và tiếp tục hỏi máy chủ cho đến khi có câu trả
      lời.</p>
      <h2>Quyết định nào cũng có tên người</h2>
      <p>Khi một người quyết định về việc nạp tiền, rút tiền hoặc xác minh danh tính, hệ thống ghi lại ai đã quyết định và vì sao, đồng thời cho quý khách biết
      lý do.</p>`,
  },
  "team-awards": {
    title: "Giải thưởng và sự ghi nhận",
    html: `
      <p>Chúng tôi chưa có giải thưởng nào để giới thiệu. Những trang như thế này thường đầy các biểu trưng không ai kiểm chứng được, nên chúng tôi chọn để
      trang này giản dị.</p>
      <h2>Những điều chúng tôi muốn được đánh giá</h2>
      <ul>
        <li><strong>Tất toán có thể tính lại.</strong> Chọn bất kỳ hợp đồng nào đã kết thúc, tính lại từ các mức giá đã ghi và đối chiếu đến từng kobo.</li>
        <li><strong>Sổ sách luôn cân.</strong> Tổng các bút toán luôn bằng không, tại mọi thời điểm và với mọi giao dịch.</li>
        <li><strong>Một quyết định, một kết quả.</strong> Chạm hai lần, mất kết nối hay tải lại trang không bao giờ khiến việc mua, nạp hoặc rút tiền diễn ra
        hai lần.</li>
        <li><strong>Rút tiền không kèm điều kiện.</strong> Không điểm tín nhiệm, khoản phí hay lần nạp thêm nào ngăn quý khách rút số dư khả dụng của mình.</li>
      </ul>
      <p>Nếu một tổ chức độc lập kiểm tra những điều này, báo cáo của họ sẽ được dẫn liên kết tại đây, kể cả những điểm bị phê bình.</p>`,
  },
  "risk-protection": {
    title: "Rủi ro và những gì bảo vệ quý khách",
    html: `
      <p><strong>Hợp đồng có đòn bẩy mang nhiều rủi ro. Phần lớn những người giao dịch thường xuyên đều bị lỗ.</strong> Chỉ sử dụng số tiền quý khách chấp
      nhận mất toàn bộ.</p>
      <h2>Đòn bẩy tác động thế nào</h2>
      <p>Với đòn bẩy 5, giá đi ngược 2% làm mất 10% số tiền đầu tư, chưa kể phí giao dịch. Chiều ngược lại cũng như vậy, và đó là điều khiến đòn bẩy trở nên
      hấp dẫn.</p>
      <h2>Những gì bảo vệ quý khách</h2>
      <ul>
        <li><strong>Khoản lỗ có giới hạn.</strong> Hợp đồng kết thúc tại giá đóng bắt buộc. Dù điều gì xảy ra giữa hai mức giá, khoản lỗ không bao giờ vượt quá
        số tiền đầu tư và số dư không bao giờ âm.</li>
        <li><strong>Không ai chọn được giá mở.</strong> Hợp đồng mở tại mức giá đầu tiên sau khi lệnh được tiếp nhận. Cả quý khách và chúng tôi đều không thể
        biết trước. Nếu không có giá kịp thời hạn, lệnh bị hủy và toàn bộ số tiền đầu tư được hoàn lại.</li>
        <li><strong>Các giới hạn của quý khách được tôn trọng.</strong> Quý khách có thể đặt mức chênh lệch bất lợi cho phép của giá mở so với giá hiển thị, giá
        chốt lời và giá cắt lỗ.</li>
        <li><strong>Nơi nhận mới phải chờ.</strong> Không thể rút tiền ngay về thẻ ngân hàng hoặc địa chỉ vừa thêm, nhờ đó người lạ có được điện thoại cũng không
        thể rút sạch tài khoản của quý khách trong một phút.</li>
      </ul>
      <h2>Những gì không bảo vệ quý khách</h2>
      <p>Lệnh cắt lỗ được kích hoạt bởi một mức giá và thực hiện tại chính mức giá đó, có thể bất lợi hơn giá đã đặt khi thị trường biến động đột ngột. Kết quả
      trong quá khứ không cho biết chắc chắn điều gì về tương lai. Bảo hiểm tiền gửi không áp dụng cho mô phỏng này.</p>`,
  },
}
