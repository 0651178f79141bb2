import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in Vietnamese. */
export const articlesVn: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Financial Links là gì",
    html: `
      <p>Với Financial Links, quý khách mở vị thế theo chiều giá lên hoặc xuống, với kỳ hạn và số tiền đầu tư do mình chọn. Điều đầu tiên quý khách thấy là
      mức lỗ tối đa, và khoản lỗ không bao giờ vượt quá số tiền đầu tư đó.</p>
      ${companyVideo}
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
      <p>Nếu có WeChat Pay hoặc Alipay trong mục “Cách thanh toán khác”, bạn trả tiền trên trang của nhà cung cấp. Không cần hình ảnh hay xét
      duyệt: số tiền được ghi có ngay khi nhà cung cấp xác nhận.</p>
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
